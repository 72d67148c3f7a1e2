import { expect, test } from 'vitest';
import { rewritePageLinks } from '../../../src/contract/links.ts';

const change = { from: 'https://example.org/phages', to: 'http://127.0.0.1:8080' };
const there = `${change.from}/api/genes/?format=api&page=`;
const here = `${change.to}/api/genes/?format=api&page=`;

function rewritten(page: string, { from, to } = change): string {
  return Buffer.from(rewritePageLinks(Buffer.from(page), { from, to })).toString();
}

test('not a byte of a record changes, whatever it looks like', () => {
  const record = JSON.stringify({
    next: `${there}2`,
    previous: `${there}1`,
    Notes: `"results":[{"next":"${there}9"`,
    results: [`${there}3`],
    program_URL: `${change.from}/api/`,
    accent: 'Éclair 🧬',
  });
  const head = '{"count":1,"next":null,"previous":null,"results":[';
  expect(rewritten(`${head}${record}]}`)).toBe(`${head}${record}]}`);
  expect(rewritten(`{"count":1,"next":"${there}2","previous":null,"results":[${record}]}`)).toBe(
    `{"count":1,"next":"${here}2","previous":null,"results":[${record}]}`,
  );
});

test('bytes that are not UTF-8 pass through', () => {
  const head = Buffer.from(`{"count":1,"next":"${there}2","previous":null,"results":["`);
  const page = Buffer.concat([head, Buffer.from([0xff, 0x00, 0xc3]), Buffer.from('"]}')]);
  const answer = Buffer.from(rewritePageLinks(page, change));
  expect(answer.subarray(-6)).toEqual(page.subarray(-6));
});

test('a link to elsewhere stays, also when it starts alike', () => {
  const page = `{"count":5,"next":"${change.from}-old/api/genes/?page=2","previous":null,"results":[]}`;
  expect(rewritten(page)).toBe(page);
});

test('characters with a meaning in replacements or JSON are only characters', () => {
  const odd = { from: 'https://example.org/a$b', to: "http://127.0.0.1/$&$1$'" };
  expect(rewritten('{"count":1,"next":"https://example.org/a$b/api/","results":[]}', odd)).toBe(
    `{"count":1,"next":"http://127.0.0.1/$&$1$'/api/","results":[]}`,
  );
});

test('part of a larger buffer is read as that part', () => {
  const page = Buffer.from(`{"count":5,"next":"${there}2","previous":null,"results":[]}`);
  const inside = new Uint8Array(Buffer.concat([Buffer.from('xx'), page, Buffer.from('yy')]));
  const answer = rewritePageLinks(inside.subarray(2, -2), change);
  expect(Buffer.from(answer).toString()).toBe(rewritten(page.toString()));
});
