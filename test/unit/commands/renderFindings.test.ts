import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/text/findings.ts';
import {
  renderFindings,
  renderFindingsGithub,
  renderFindingsText,
} from '../../../src/commands/renderFindings.ts';
import { aFinding, reportOf } from './findingReport.ts';

const aboutAFile: Finding = {
  rule: 'source',
  file: 'data',
  line: 0,
  pointer: '',
  expected: 'a folder genes/ or phages/ in it',
  found: 'neither',
  hint: 'Put gene records below genes/ and phage records below phages/.',
};

const aboutData = 'data: expected a folder genes/ or phages/ in it, found neither [source]';
const putBelow = '  hint: Put gene records below genes/ and phage records below phages/.';
const shortOne = 'expected 12 (Stop 12 − Start 0), found 13 [gene-length]';

test.each<[what: string, findings: Finding[], lines: string[]]>([
  [
    'where, what was expected, what was found and the rule (S5)',
    [aFinding],
    [`data/genes/a.ndjson:7: /Length: ${shortOne}`],
  ],
  [
    'no pointer where the whole record is meant',
    [{ ...aFinding, pointer: '' }],
    [`data/genes/a.ndjson:7: ${shortOne}`],
  ],
  [
    'no line where the whole file is meant, and the hint below',
    [aboutAFile],
    [aboutData, putBelow],
  ],
  [
    'a hint once, at the first finding that has it',
    ['first', 'first', 'second', 'first'].map((hint, line) => {
      return { ...aFinding, pointer: '', file: 'a', line: line + 1, hint };
    }),
    [
      `a:1: ${shortOne}`,
      '  hint: first',
      `a:2: ${shortOne}`,
      `a:3: ${shortOne}`,
      '  hint: second',
      `a:4: ${shortOne}`,
    ],
  ],
  [
    'names that would move the cursor or hide as escapes',
    [{ ...aFinding, file: 'a\u001b[2J\n.ndjson', pointer: '/x\u202ey\u009b' }],
    [`a\\u001b[2J\\u000a.ndjson:7: /x\\u202ey\\u009b: ${shortOne}`],
  ],
])('findings as text say %s', (_what, findings, lines) => {
  expect(renderFindings(findings)).toEqual(lines);
});

test('a report as text is nothing where nothing was found, marks warnings alone, and ends each line', () => {
  const text = (...findings: Finding[]) =>
    renderFindingsText(reportOf(findings, { allowed: ['gene-length'] }), 'phagepress');
  expect(text()).toBe('');
  expect(text(aFinding, aboutAFile)).toBe(
    `${aboutData}\n${putBelow}\ndata/genes/a.ndjson:7: /Length: warning: ${shortOne}\n`,
  );
});

test('a report as text says how many findings it does not show', () => {
  const many = Array.from({ length: 1500 }, (_, index) => ({ ...aFinding, line: index + 1 }));
  const text = (maxKept: number) => renderFindingsText(reportOf(many, { maxKept }), 'phagepress');
  expect(text(2).split('\n')).toEqual([
    expect.stringMatching(/^data\/genes\/a\.ndjson:1: /),
    expect.stringMatching(/^data\/genes\/a\.ndjson:2: /),
    '… and 1,498 more (--max-errors shows more of them)',
    '',
  ]);
  expect(text(0)).toBe('… and 1,500 more (--max-errors shows more of them)\n');
});

test.each([['text', renderFindingsText] as const, ['GitHub', renderFindingsGithub] as const])(
  'a report as %s names commands as they can be typed',
  (_, render) => {
    const hint = 'To begin: `phagepress sample --out x`; what phagepress reads stays.';
    expect(render(reportOf([{ ...aboutAFile, hint }]), 'npx phagepress')).toContain(
      'To begin: `npx phagepress sample --out x`; what phagepress reads stays.',
    );
  },
);

test('a report for a GitHub workflow is a command for each finding, without a line where there is none, its hint in brackets', () => {
  const report = reportOf([aFinding, aboutAFile], { allowed: ['gene-length'] });
  expect(renderFindingsGithub(report, 'phagepress').split('\n')).toEqual([
    '::error file=data,title=phagepress%3A source::expected a folder genes/ or phages/ in it, found neither (Put gene records below genes/ and phage records below phages/.)',
    '::warning file=data/genes/a.ndjson,line=7,title=phagepress%3A gene-length::/Length: expected 12 (Stop 12 − Start 0), found 13',
    '',
  ]);
  expect(renderFindingsGithub(reportOf([]), 'phagepress')).toBe('');
});

test('a report for a GitHub workflow escapes what would end a property or a command, move the cursor or hide', () => {
  const report = reportOf([
    {
      ...aFinding,
      file: 'a,b:c%d\ne\r.json',
      pointer: '/x,y:z%\u202e',
      found: '5%, a: b\r\n::error::',
    },
  ]);
  expect(renderFindingsGithub(report, 'phagepress')).toBe(
    '::error file=a%2Cb%3Ac%25d\\u000ae\\u000d.json,line=7,title=phagepress%3A gene-length::/x,y:z%25\\u202e: expected 12 (Stop 12 − Start 0), found 5%25, a: b\\u000d\\u000a::error::\n',
  );
});

describe('nulls that are allowed', () => {
  const nulls = Array.from({ length: 60 }, (_, at): Finding => {
    const line = at + 1;
    return { ...aFinding, rule: 'null-value', file: 'data/phages/a.json', line, found: 'null' };
  });

  test('are summed up behind the first, and hide nothing else', () => {
    const report = reportOf([...nulls, aFinding], {
      allowed: ['null-value', 'gene-length'],
      maxKept: 20,
    });
    const lines = renderFindingsText(report, 'phagepress').trimEnd().split('\n');
    expect(lines.slice(0, -1).map((line) => /\[(.*)\]$/.exec(line)?.[1])).toEqual([
      'gene-length',
      ...Array.from({ length: 10 }, () => 'null-value'),
    ]);
    expect(lines.at(-1)).toBe('… and 50 more of null-value, which is allowed');
    expect(renderFindingsGithub(report, 'phagepress').trimEnd().split('\n')).toHaveLength(11);
  });

  test('are each shown where they are errors', () => {
    const text = renderFindingsText(reportOf(nulls), 'phagepress');
    expect(text.match(/\[null-value\]$/gm)).toHaveLength(50);
    expect(text).toContain('… and 10 more (--max-errors shows more of them)');
  });
});
