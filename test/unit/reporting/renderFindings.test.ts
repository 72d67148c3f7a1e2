import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import {
  findingToJson,
  renderFindings,
  renderFindingsGithub,
  renderFindingsText,
} from '../../../src/reporting/renderFindings.ts';
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

describe('findings as text', () => {
  test('say where, what was expected, what was found and the rule (S5)', () => {
    expect(renderFindings([aFinding])).toEqual([
      'data/genes/a.ndjson:7: /Length: expected 12 (Stop 12 − Start 0), found 13 [gene-length]',
    ]);
  });

  test('leave out the pointer where the whole record is meant', () => {
    expect(renderFindings([{ ...aFinding, pointer: '' }])).toEqual([
      'data/genes/a.ndjson:7: expected 12 (Stop 12 − Start 0), found 13 [gene-length]',
    ]);
  });

  test('leave out the line where the whole file is meant, and put the hint below', () => {
    expect(renderFindings([aboutAFile])).toEqual([
      'data: expected a folder genes/ or phages/ in it, found neither [source]',
      '  hint: Put gene records below genes/ and phage records below phages/.',
    ]);
  });

  test('say a hint once, at the first finding that has it', () => {
    const lines = renderFindings([
      { ...aFinding, hint: 'first' },
      { ...aFinding, hint: 'first' },
      { ...aFinding, hint: 'second' },
      { ...aFinding, hint: 'first' },
    ]);
    expect(lines.filter((line) => line.startsWith('  hint: '))).toEqual([
      '  hint: first',
      '  hint: second',
    ]);
    expect(lines[1]).toBe('  hint: first');
    expect(lines[4]).toBe('  hint: second');
  });

  test('mark a warning, and not an error', () => {
    const { kept } = reportOf([aFinding, aboutAFile], { allowed: ['gene-length'] });
    expect(renderFindings(kept)).toEqual([
      expect.stringMatching(/^data: expected /),
      expect.stringMatching(/^ {2}hint: /),
      'data/genes/a.ndjson:7: /Length: warning: expected 12 (Stop 12 − Start 0), found 13 [gene-length]',
    ]);
  });

  test('show names that would move the cursor or hide as escapes', () => {
    const [line] = renderFindings([
      { ...aFinding, file: 'a\u001b[2J\n.ndjson', pointer: '/x\u202ey\u009b' },
    ]);
    expect(line).toMatch(/^a\\u001b\[2J\\u000a\.ndjson:7: \/x\\u202ey\\u009b: expected /);
  });
});

describe('a report as text', () => {
  test('is nothing where nothing was found', () => {
    expect(renderFindingsText(reportOf([]), 'phagepress')).toBe('');
  });

  test('ends each line', () => {
    expect(renderFindingsText(reportOf([aboutAFile]), 'phagepress')).toBe(
      'data: expected a folder genes/ or phages/ in it, found neither [source]\n' +
        '  hint: Put gene records below genes/ and phage records below phages/.\n',
    );
  });

  test('says how many findings it does not show', () => {
    const many = Array.from({ length: 1500 }, (_, index) => ({ ...aFinding, line: index + 1 }));
    const lines = renderFindingsText(reportOf(many, { maxKept: 2 }), 'phagepress').split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^data\/genes\/a\.ndjson:1: /),
      expect.stringMatching(/^data\/genes\/a\.ndjson:2: /),
      '… and 1,498 more (--max-errors shows more of them)',
      '',
    ]);
  });

  test('says only how many there are where none is to be shown', () => {
    expect(renderFindingsText(reportOf([aFinding], { maxKept: 0 }), 'phagepress')).toBe(
      '… and 1 more (--max-errors shows more of them)\n',
    );
  });
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

describe('a report for a GitHub workflow', () => {
  test('is a command for each finding, with its place, rule and sentence', () => {
    expect(renderFindingsGithub(reportOf([aFinding]), 'phagepress')).toBe(
      '::error file=data/genes/a.ndjson,line=7,title=phagepress%3A gene-length::/Length: expected 12 (Stop 12 − Start 0), found 13\n',
    );
  });

  test('has warnings as warnings, hints in brackets, and no line where there is none', () => {
    const report = reportOf([aFinding, aboutAFile], { allowed: ['gene-length'] });
    expect(renderFindingsGithub(report, 'phagepress').split('\n')).toEqual([
      '::error file=data,title=phagepress%3A source::expected a folder genes/ or phages/ in it, found neither (Put gene records below genes/ and phage records below phages/.)',
      '::warning file=data/genes/a.ndjson,line=7,title=phagepress%3A gene-length::/Length: expected 12 (Stop 12 − Start 0), found 13',
      '',
    ]);
  });

  test('escapes what would end a property or a command', () => {
    const report = reportOf([
      {
        ...aFinding,
        file: 'a,b:c%d\ne\r.json',
        pointer: '/x,y:z%',
        found: '5%, a: b\r\n::error::',
      },
    ]);
    expect(renderFindingsGithub(report, 'phagepress')).toBe(
      '::error file=a%2Cb%3Ac%25d\\u000ae\\u000d.json,line=7,title=phagepress%3A gene-length::/x,y:z%25: expected 12 (Stop 12 − Start 0), found 5%25, a: b\\u000d\\u000a::error::\n',
    );
  });

  test('shows a pointer that would move the cursor or hide as escapes', () => {
    const report = reportOf([{ ...aFinding, pointer: '/x\u202ey\u009b' }]);
    expect(renderFindingsGithub(report, 'phagepress')).toContain('::/x\\u202ey\\u009b: expected ');
  });

  test('is nothing where nothing was found', () => {
    expect(renderFindingsGithub(reportOf([]), 'phagepress')).toBe('');
  });
});

describe('a finding for programs', () => {
  test('has everything that the text says', () => {
    const [finding] = reportOf([{ ...aFinding, hint: 'do this' }]).kept;
    expect(finding && findingToJson(finding)).toEqual({
      severity: 'error',
      rule: 'gene-length',
      file: 'data/genes/a.ndjson',
      line: 7,
      pointer: '/Length',
      expected: '12 (Stop 12 − Start 0)',
      found: '13',
      hint: 'do this',
    });
  });

  test('has null for a line where the whole file is meant, and no hint where there is none', () => {
    const { hint: _, ...hintless } = aboutAFile;
    const [finding] = reportOf([hintless]).kept;
    const json = finding && findingToJson(finding);
    expect(json).toMatchObject({ line: null, pointer: '' });
    expect(Object.keys(json ?? {})).toEqual([
      'severity',
      'rule',
      'file',
      'line',
      'pointer',
      'expected',
      'found',
    ]);
  });
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
