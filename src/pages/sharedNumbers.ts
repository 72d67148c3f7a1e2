/** Arrays of numbers in memory that threads share: sent to a thread without a copy. */

export function sharedUint32(count: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(count * Uint32Array.BYTES_PER_ELEMENT));
}

export function sharedFloat64(count: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));
}

export function sharedInt32(count: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
}

export function sharedUint8(count: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(count));
}
