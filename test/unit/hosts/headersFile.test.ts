import { expect, test } from 'vitest';
import { renderHeadersFile } from '../../../src/hosts/edgeCode.ts';

function textOf(baseUrl: string, maxAge: number): string {
  return Buffer.from(renderHeadersFile(baseUrl, maxAge, {}).bytes).toString();
}

test('a cache time of nothing is said', () => {
  expect(textOf('https://example.org', 0)).toContain('Cache-Control: public, max-age=0\n');
});

test.each(['/api', '/errors', '/schemas/of/phages', '/openapi.json', '/phages'])(
  'no two rules match one path, also of a site below %s',
  (prefix) => {
    const patterns = textOf(`https://example.org${prefix}`, 300).match(/^\/.*$/gm) ?? [];
    expect(patterns.length).toBeGreaterThanOrEqual(5);
    for (const [index, pattern] of patterns.entries()) {
      const others = patterns.filter((_, at) => at !== index).map((other) => other.split('*'));
      const inBoth = others.filter(([start = '', ...star]) =>
        star.length > 0 ? pattern.startsWith(start) : pattern === start,
      );
      expect(inBoth, pattern).toEqual([]);
    }
  },
);
