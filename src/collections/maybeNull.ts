/** A record whose fields may be null against its schema, as `--allow null-value` lets through. */

export type MaybeNull<T> = T extends object ? { [K in keyof T]: MaybeNull<T[K]> | null } : T;
