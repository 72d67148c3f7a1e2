/** The value of a string whose bytes [from, to) stand between its quotes. Throws where they are none of JSON. */
export function readString(bytes: Buffer, from: number, to: number): string {
  return String(JSON.parse(bytes.toString('utf8', from - 1, to + 1)));
}
