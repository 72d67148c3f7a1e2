/** The published form of a record: compact, keys in SPEC.md's order, safe inside scripts (L1). */
import type { RecordShape } from './recordSchemas.ts';

// JavaScript before 2019 and some log readers take these two for line ends.
const lineSeparators = /[\u2028\u2029]/g;

/**
 * Writes a valid record as JSON text. Numbers come out in their shortest form, `1.0` as `1`;
 * keys that the schema does not name, in objects of free form, stay in their order.
 */
export function canonicalJson(record: unknown, shape: RecordShape): string {
  return JSON.stringify(inOrder(record, shape)).replace(lineSeparators, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16)}`;
}

function inOrder(value: unknown, shape: RecordShape): unknown {
  if (!isRecord(value)) return value;
  const ordered: Record<string, unknown> = {};
  for (const [key, inner] of shape) {
    const member = value[key];
    ordered[key] = inner === null ? member : inOrder(member, inner);
  }
  return ordered;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
