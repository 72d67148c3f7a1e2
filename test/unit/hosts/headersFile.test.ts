import { expect, test } from 'vitest';
import { renderHeadersFile } from '../../../src/hosts/edgeCode.ts';

function textOf(baseUrl: string, maxAge: number): string {
  const { path, bytes } = renderHeadersFile(baseUrl, maxAge, {});
  expect(path).toBe('_headers');
  return Buffer.from(bytes).toString();
}

function rule(pattern: string, cacheControl: string): string {
  return `${pattern}
  Allow: GET, HEAD, OPTIONS
  Access-Control-Allow-Origin: *
  X-Content-Type-Options: nosniff
  Vary: Accept
  Content-Type: application/json
  Cache-Control: ${cacheControl}
`;
}

function bulkRule(pattern: string, maxAge: number): string {
  return `${pattern}
  Access-Control-Allow-Origin: *
  Access-Control-Expose-Headers: Accept-Ranges, Content-Length, Content-Range, ETag
  X-Content-Type-Options: nosniff
  Cache-Control: public, max-age=${maxAge}
`;
}

test('a site at the root of its host names its routes once (M1, M2, M5)', () => {
  expect(textOf('https://example.org', 300)).toBe(
    [
      rule('/api/*', 'public, max-age=300'),
      rule('/errors/*', 'no-store'),
      rule('/options/*', 'public, max-age=300'),
      rule('/schemas/*', 'public, max-age=300'),
      ...['openapi', 'release', 'manifest'].map((name) =>
        rule(`/${name}.json`, 'public, max-age=300'),
      ),
      bulkRule('/bulk/*', 300),
      bulkRule('/media/*', 300),
    ].join('\n'),
  );
});

test('a site below a path names them with and without it', () => {
  expect(textOf('https://example.org/a/phages', 60)).toBe(
    ['', '/a/phages']
      .flatMap((prefix) => [
        rule(`${prefix}/api/*`, 'public, max-age=60'),
        rule(`${prefix}/errors/*`, 'no-store'),
        rule(`${prefix}/options/*`, 'public, max-age=60'),
        rule(`${prefix}/schemas/*`, 'public, max-age=60'),
        ...['openapi', 'release', 'manifest'].map((name) =>
          rule(`${prefix}/${name}.json`, 'public, max-age=60'),
        ),
        bulkRule(`${prefix}/bulk/*`, 60),
        bulkRule(`${prefix}/media/*`, 60),
      ])
      .join('\n'),
  );
});

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
