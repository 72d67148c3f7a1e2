/** The value of the JSON string with bytes [from, to) between its quotes. Throws if they are not valid. */
export function readString(bytes: Buffer, from: number, to: number): string {
  return String(JSON.parse(bytes.toString('utf8', from - 1, to + 1)));
}
