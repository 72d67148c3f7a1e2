/** A received HTTP response. */

export interface HttpReply {
  readonly status: number;
  /** All lines of a header; the name in lower case. */
  readonly lines: (name: string) => readonly string[];
  /** Empty if the body was only hashed. */
  readonly body: Buffer;
  /** Set if the body was only hashed. */
  readonly hashed: { readonly bytes: number; readonly sha256: string } | null;
}
