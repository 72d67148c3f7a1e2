/** Gene families: which genes belong together, and the number and colour of each family. */
import { createHash } from 'node:crypto';
import { hashedId } from './hashedId.ts';

/** The key of a family, such as the number of a PHROG. */
export type FamilyKey =
  | { readonly kind: 'phrog'; readonly number: number }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'translation'; readonly translation: string };

export const loneColor = '#FFFFFF';

/** The key of a family in a table: PHROGs keep their numbers, and numbers lose what a spreadsheet adds. */
export function familyNamed(name: string): FamilyKey {
  const [, number] = /^phrog_?(\d{1,6})$/i.exec(name) ?? [];
  if (number !== undefined) return { kind: 'phrog', number: Number(number) };
  return { kind: 'table', name: name.replace(/^(\d+)\.0$/, '$1') };
}

/** Whether the number of the family is its name. */
export function hasNumber(key: FamilyKey): boolean {
  return key.kind === 'phrog' || (key.kind === 'table' && isNumber.test(key.name));
}

const isNumber = /^[1-9]\d{0,14}$/;

/** Derived from the key alone, so that it does not depend on other genes. */
export function familyId(key: FamilyKey): number {
  if (key.kind === 'phrog') return key.number;
  if (key.kind === 'table' && isNumber.test(key.name)) return Number(key.name);
  return hashedId(key.kind, key.kind === 'table' ? key.name : key.translation);
}

/** A saturated colour of medium lightness, derived from the number alone; white for a family of one gene. */
export function familyColor(id: number, genes: number): string {
  if (genes < 2) return loneColor;
  const hash = createHash('sha256').update(String(id)).digest();
  const hue = (hash.readUInt16BE(0) / 65536) * 6;
  const lightness = 0.4 + (hash.readUInt8(2) / 255) * 0.25;
  const saturation = 0.6 + (hash.readUInt8(3) / 255) * 0.35;
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const channel = (shift: number) => {
    const at = (hue + shift) % 6;
    const share = Math.max(0, Math.min(1, Math.abs(at - 3) - 1));
    const value = Math.round(255 * (lightness - chroma / 2 + chroma * share));
    return value.toString(16).padStart(2, '0');
  };
  return `#${channel(0)}${channel(4)}${channel(2)}`;
}
