/** An answer as it came. */

export interface HttpReply {
  readonly status: number;
  /** Every line of a header; its name in small letters. */
  readonly lines: (name: string) => readonly string[];
  /** Empty where the body was only hashed. */
  readonly body: Buffer;
  /** Where the body was only hashed. */
  readonly hashed: { readonly bytes: number; readonly sha256: string } | null;
}
