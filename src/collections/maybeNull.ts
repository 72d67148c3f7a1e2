/** A record type whose fields may be null against the schema, as `--allow null-value` permits. */

export type MaybeNull<T> = T extends object ? { [K in keyof T]: MaybeNull<T[K]> | null } : T;
