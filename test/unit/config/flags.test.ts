import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import {
  allowFlag,
  baseUrlFlag,
  bulkFlag,
  contactFlag,
  denyFlag,
  genomesFileFlag,
  integerFlag,
  pageSizeFlag,
  pathFlag,
  percentFlag,
  precompressFlag,
  releaseDateFlag,
  viewsFlag,
} from '../../../src/config/flags.ts';
import { allowableRules, ruleNames } from '../../../src/findings/rules.ts';

/** What the flag's parser says against a value. */
function refusal(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError);
    return (error as InvalidArgumentError).message;
  }
  return 'taken';
}

describe('an integer', () => {
  const parse = integerFlag(1, 100);

  test.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ])('may be %s', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  test.each([
    '0',
    '101',
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '1.0',
    '1e1',
    '0x1',
    '١',
    'ten',
    '1_0',
    '9'.repeat(400),
  ])('may not be %j', (text) => {
    expect(refusal(() => parse(text))).toBe('Expected an integer from 1 to 100.');
  });
});

describe('--page-size', () => {
  test.each([
    ['100', { all: 100 }],
    ['genes=5', { genes: 5 }],
    ['phages=5', { phages: 5 }],
    ['100,1000,all', { all: [100, 1000, 'all'] }],
    ['genes=5,2', { genes: [5, 2] }],
  ])('%s is for %j', (text, sizes) => {
    expect(pageSizeFlag(text)).toEqual(sizes);
  });

  test('adds to the sizes before it, and the last of a kind counts', () => {
    expect(pageSizeFlag('genes=5', { all: 7 })).toEqual({ all: 7, genes: 5 });
    expect(pageSizeFlag('genes=6', { all: 7, genes: 5 })).toEqual({ all: 7, genes: 6 });
  });

  test.each(['', 'all=5', 'gene=5', '=5', 'Genes=5', 'toString=5', 'genes =5', 'genes=5=6'])(
    'knows no %s',
    (text) => {
      expect(refusal(() => pageSizeFlag(text))).toBe(
        'Expected a number, features=<number>, genes=<number>, phages=<number> or phams=<number>.',
      );
    },
  );

  test.each([
    '0',
    '100001',
    'genes=',
    'genes=0',
    'genes=100001',
    'phages=ten',
    'genes=-1',
    '5,',
    '5,0',
    '5, 6',
    'genes=5,ten',
  ])('may not be %j', (text) => {
    expect(refusal(() => pageSizeFlag(text))).toBe('Expected an integer from 1 to 100000.');
  });
});

test.each([
  ['all,100', 'Expected a number first: the size by default cannot be all.'],
  ['genes=all', 'Expected a number first: the size by default cannot be all.'],
  ['100,all,100', 'Expected each size once.'],
])('--page-size %s is refused: %s', (text, why) => {
  expect(refusal(() => pageSizeFlag(text))).toBe(why);
});

describe('--genomes-file', () => {
  test.each(['All.fasta', 'Actinobacteriophages-All.fasta', 'v1.2_all.fasta'])(
    'takes %s',
    (name) => {
      expect(genomesFileFlag(name)).toBe(name);
    },
  );

  test.each([
    '',
    '.fasta',
    '-x.fasta',
    'all.fa',
    'all.fasta.gz',
    'all.FASTA',
    'a/b.fasta',
    '../all.fasta',
    'a..fasta',
    'a b.fasta',
    'a%2fb.fasta',
    'all.fasta\n',
    'phagé.fasta',
  ])('refuses %j', (name) => {
    expect(refusal(() => genomesFileFlag(name))).toBe(
      'Expected a file name of letters, digits and . _ - that ends in .fasta, without a folder.',
    );
  });
});

describe('--base-url', () => {
  test('comes out as links start with it', () => {
    expect(baseUrlFlag('https://Example.org/phages/')).toBe('https://example.org/phages');
  });

  test('is refused with the reason', () => {
    expect(refusal(() => baseUrlFlag('example.org'))).toBe(
      'Expected an address such as https://example.org/phages; this one does not start with http:// or https://.',
    );
  });
});

describe('--deny', () => {
  test('takes each rule, one after the other', () => {
    expect(ruleNames.reduce((all, rule) => denyFlag(rule, all), denyFlag('name-case'))).toEqual([
      'name-case',
      ...ruleNames,
    ]);
  });

  test('says which rule was meant, or lists them', () => {
    expect(refusal(() => denyFlag('source-unred'))).toBe(
      'There is no such rule; did you mean source-unread?',
    );
    expect(refusal(() => denyFlag('__proto__'))).toBe(`Expected one of ${ruleNames.join(', ')}.`);
  });
});

describe('--allow', () => {
  test('takes each rule that can be allowed, one after the other', () => {
    expect(
      allowableRules.reduce((all, rule) => allowFlag(rule, all), allowFlag('name-case')),
    ).toEqual(['name-case', ...allowableRules]);
  });

  test('says that what breaks the schema cannot be published', () => {
    expect(refusal(() => allowFlag('schema'))).toBe(
      'What breaks the rule schema cannot be published.',
    );
  });

  test('says which rule was meant', () => {
    expect(refusal(() => allowFlag('gene-lenght'))).toBe(
      'There is no such rule; did you mean gene-length?',
    );
  });

  test('lists the rules where none is like it', () => {
    const expected = `Expected one of ${allowableRules.join(', ')}.`;
    expect(refusal(() => allowFlag('everything-there-is'))).toBe(expected);
    expect(refusal(() => allowFlag('__proto__'))).toBe(expected);
  });
});

describe('a path', () => {
  test('may be anything that is not empty', () => {
    expect(pathFlag(' ')).toBe(' ');
    expect(pathFlag('[a]*')).toBe('[a]*');
  });

  test('that is empty is a mistake', () => {
    expect(refusal(() => pathFlag(''))).toBe('Expected a path, found an empty string.');
  });
});

describe('--precompress', () => {
  test.each([
    ['gzip', ['gzip']],
    ['br', ['br']],
    ['gzip,br', ['gzip', 'br']],
    ['br, gzip', ['gzip', 'br']],
  ])('%s is %j', (text, compressions) => {
    expect(precompressFlag(text)).toEqual(compressions);
  });

  test.each(['', 'zip', 'gzip,', 'gzip,gzip', 'GZIP', 'gzip br'])('may not be %j', (text) => {
    expect(refusal(() => precompressFlag(text))).toBe(
      'Expected gzip, br or both with a comma between.',
    );
  });
});

describe('--views', () => {
  test.each([
    ['clusters', ['clusters']],
    ['host_genera, genesbyphage', ['genesbyphage', 'host_genera']],
    ['clusters,clusters', ['clusters']],
  ])('%s is %j', (text, views) => {
    expect(viewsFlag(text)).toEqual(views);
  });

  test.each(['', 'genes', 'clusters,', 'CLUSTERS;'])('may not be %j', (text) => {
    expect(refusal(() => viewsFlag(text))).toMatch(/^Expected names of|^There is no view/);
  });

  test('helps with a name that is nearly one', () => {
    expect(refusal(() => viewsFlag('clusters,host_genus'))).toBe(
      'There is no view host_genus; did you mean host_genera?',
    );
  });
});

describe('--bulk', () => {
  test.each([
    ['gff3', ['gff3']],
    ['phages, ndjson', ['ndjson', 'phages']],
  ])('%s is %j', (text, names) => {
    expect(bulkFlag(text)).toEqual(names);
  });

  test.each(['', 'csv', 'tsv,', 'TSV'])('may not be %j', (text) => {
    expect(refusal(() => bulkFlag(text))).toMatch(/^Expected names of|^There is no bulk file/);
  });

  test('helps with a name that is nearly one', () => {
    const told = 'There is no bulk file gff; did you mean gff3?';
    expect(refusal(() => bulkFlag('gff'))).toBe(told);
  });
});

describe('--max-drop', () => {
  test.each([
    ['0', 0],
    ['10%', 10],
    ['0.5%', 0.5],
    ['100', 100],
  ])('%s is %d', (text, percentage) => {
    expect(percentFlag(text)).toBe(percentage);
  });

  test.each(['', '%', '-1', '101%', '1e1', '10 %', '10%%', '.5', 'ten'])(
    'may not be %j',
    (text) => {
      expect(refusal(() => percentFlag(text))).toBe('Expected a percentage from 0% to 100%.');
    },
  );
});

describe('--release-date', () => {
  test.each(['2026-01-31', '2024-02-29', '2026-01-31T02:00:00Z', '2026-01-31T02:00:00.5-04:30'])(
    'may be %s, and stays as it is',
    (text) => {
      expect(releaseDateFlag(text)).toBe(text);
    },
  );

  test.each(
    [
      ['', 'today', '2026', '2026-1-31', '31.01.2026', '2026-13-01', '2026-01-31T02:00:00'],
      ['2026-02-30', '2025-02-29', '2026-04-31', '2026-01-31T24:30:00Z', '2026-01-31 02:00:00Z'],
    ].flat(),
  )('may not be %j', (text) => {
    expect(refusal(() => releaseDateFlag(text))).toBe(
      'Expected a date such as 2026-01-31 or 2026-01-31T02:00:00Z.',
    );
  });
});

describe('--contact', () => {
  test.each(['lab@example.org', 'https://example.org/lab?x=1', 'mailto:a+b@example.org'])(
    'may be %s',
    (text) => {
      expect(contactFlag(text)).toBe(text);
    },
  );

  // It becomes part of a header, between brackets.
  test.each(['', 'me', 'a@b\r\nX: y', 'a b@c', 'a@b)', '(a@b', 'Zoë@example.org', 'a@b;c'])(
    'may not be %j',
    (text) => {
      expect(refusal(() => contactFlag(text))).toBe(
        'Expected a mail address or a URL, such as lab@example.org.',
      );
    },
  );
});
