/** The order of texts: that of their UTF-8 bytes. */

/**
 * Compares two strings by code point. Not by UTF-16 unit, as `<` does: astral characters would come before U+FF5E.
 * Not by locale: ICU data differs between machines.
 */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

// Surrogates encode code points above the BMP, so they rank above U+E000 to U+FFFF.
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
