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
} from '../../../src/commands/flags.ts';
import { allowableRules, ruleNames } from '../../../src/text/rules.ts';

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

interface Flag {
  readonly parse: (text: string) => unknown;
  /** What it takes, with what comes out, or as it is. */
  readonly takes: readonly (string | readonly [text: string, value: unknown])[];
  /** What it refuses, by what it says. */
  readonly refuses: Readonly<Record<string, readonly (string | readonly string[])[]>>;
}

const nearly = (name: string, what: string) => `There is no ${what}; did you mean ${name}?`;

const flags: Readonly<Record<string, Flag>> = {
  'an integer': {
    parse: integerFlag(1, 100),
    takes: [
      ['1', 1],
      ['100', 100],
      ['007', 7],
    ],
    refuses: {
      'Expected an integer from 1 to 100.': [
        ['0', '101', '', ' 1', '1 ', '+1', '-1', '1.0', '1e1', '0x1', '١', 'ten', '1_0'],
        '9'.repeat(400),
      ],
    },
  },
  '--page-size': {
    parse: (text) => pageSizeFlag(text),
    takes: [
      ['100', { all: 100 }],
      ['genes=5', { genes: 5 }],
      ['phages=5', { phages: 5 }],
      ['100,1000,all', { all: [100, 1000, 'all'] }],
      ['genes=5,2', { genes: [5, 2] }],
    ],
    refuses: {
      'Expected a number, features=<number>, genes=<number>, phages=<number> or phams=<number>.': [
        ['', 'all=5', 'gene=5', '=5', 'Genes=5', 'toString=5', 'genes =5', 'genes=5=6'],
      ],
      'Expected an integer from 1 to 100000.': [
        ['0', '100001', 'genes=', 'genes=0', 'genes=100001', 'phages=ten', 'genes=-1'],
        ['5,', '5,0', '5, 6', 'genes=5,ten'],
      ],
      'Expected a number first: the size by default cannot be all.': ['all,100', 'genes=all'],
      'Expected each size once.': ['100,all,100'],
    },
  },
  '--genomes-file': {
    parse: genomesFileFlag,
    takes: ['All.fasta', 'Actinobacteriophages-All.fasta', 'v1.2_all.fasta'],
    refuses: {
      'Expected a file name of letters, digits and . _ - that ends in .fasta, without a folder.': [
        ['', '.fasta', '-x.fasta', 'all.fa', 'all.fasta.gz', 'all.FASTA', 'a/b.fasta'],
        ['../all.fasta', 'a..fasta', 'a b.fasta', 'a%2fb.fasta', 'all.fasta\n', 'phagé.fasta'],
      ],
    },
  },
  '--base-url': {
    parse: baseUrlFlag,
    takes: [['https://Example.org/phages/', 'https://example.org/phages']],
    refuses: {
      'Expected an address such as https://example.org/phages; this one does not start with http:// or https://.':
        ['example.org'],
    },
  },
  '--deny': {
    parse: (text) => denyFlag(text),
    takes: ruleNames.map((rule) => [rule, [rule]]),
    refuses: {
      [nearly('source-unread', 'such rule')]: ['source-unred'],
      [`Expected one of ${ruleNames.join(', ')}.`]: ['__proto__'],
    },
  },
  '--allow': {
    parse: (text) => allowFlag(text),
    takes: allowableRules.map((rule) => [rule, [rule]]),
    refuses: {
      'What breaks the rule schema cannot be published.': ['schema'],
      [nearly('gene-length', 'such rule')]: ['gene-lenght'],
      [`Expected one of ${allowableRules.join(', ')}.`]: ['everything-there-is', '__proto__'],
    },
  },
  'a path': {
    parse: pathFlag,
    takes: [' ', '[a]*'],
    refuses: { 'Expected a path, found an empty string.': [''] },
  },
  '--precompress': {
    parse: precompressFlag,
    takes: [
      ['gzip', ['gzip']],
      ['br', ['br']],
      ['br, gzip', ['gzip', 'br']],
    ],
    refuses: {
      'Expected gzip, br or both with a comma between.': [
        ['', 'zip', 'gzip,', 'gzip,gzip', 'GZIP', 'gzip br'],
      ],
    },
  },
  '--views': {
    parse: viewsFlag,
    takes: [
      ['host_genera, genesbyphage', ['genesbyphage', 'host_genera']],
      ['clusters,clusters', ['clusters']],
    ],
    refuses: {
      'Expected names of': ['', 'clusters,'],
      'There is no view genes': ['genes'],
      [nearly('clusters', 'view CLUSTERS;')]: ['CLUSTERS;'],
      [nearly('host_genera', 'view host_genus')]: ['clusters,host_genus'],
    },
  },
  '--bulk': {
    parse: bulkFlag,
    takes: [
      ['gff3', ['gff3']],
      ['phages, ndjson', ['ndjson', 'phages']],
    ],
    refuses: {
      'Expected names of': ['', 'tsv,'],
      'There is no bulk file csv': ['csv'],
      'There is no bulk file TSV': ['TSV'],
      [nearly('gff3', 'bulk file gff')]: ['gff'],
    },
  },
  '--max-drop': {
    parse: percentFlag,
    takes: [
      ['0', 0],
      ['10%', 10],
      ['0.5%', 0.5],
      ['100', 100],
    ],
    refuses: {
      'Expected a percentage from 0% to 100%.': [
        ['', '%', '-1', '101%', '1e1', '10 %', '10%%', '.5', 'ten'],
      ],
    },
  },
  '--release-date': {
    parse: releaseDateFlag,
    takes: ['2026-01-31', '2024-02-29', '2026-01-31T02:00:00Z', '2026-01-31T02:00:00.5-04:30'],
    refuses: {
      'Expected a date such as 2026-01-31 or 2026-01-31T02:00:00Z.': [
        ['', 'today', '2026', '2026-1-31', '31.01.2026', '2026-13-01', '2026-01-31T02:00:00'],
        ['2026-02-30', '2025-02-29', '2026-04-31', '2026-01-31T24:30:00Z'],
        '2026-01-31 02:00:00Z',
      ],
    },
  },
  '--contact': {
    parse: contactFlag,
    takes: ['lab@example.org', 'https://example.org/lab?x=1', 'mailto:a+b@example.org'],
    refuses: {
      // It becomes part of a header, between brackets.
      'Expected a mail address or a URL, such as lab@example.org.': [
        ['', 'me', 'a@b\r\nX: y', 'a b@c', 'a@b)', '(a@b', 'Zoë@example.org', 'a@b;c'],
      ],
    },
  },
};

describe.each(Object.entries(flags))('%s', (_, { parse, takes, refuses }) => {
  const taken = takes.map((one) => (typeof one === 'string' ? ([one, one] as const) : one));
  test.each(taken)('%s is %j', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  const refused = Object.entries(refuses).flatMap(([why, texts]) =>
    texts.flat().map((text) => [text, why]),
  );
  test.each(refused)('%j is refused: %s', (text = '', why = '') => {
    const told = refusal(() => parse(text));
    // Names are listed behind it.
    expect(/[.?]$/.test(why) ? told : told.slice(0, why.length)).toBe(why);
  });
});

test('what comes again is added to what was before it, and of page sizes the last of a kind counts', () => {
  expect(pageSizeFlag('genes=5', { all: 7 })).toEqual({ all: 7, genes: 5 });
  expect(pageSizeFlag('genes=6', { all: 7, genes: 5 })).toEqual({ all: 7, genes: 6 });
  expect(allowFlag('gene-length', ['name-case'])).toEqual(['name-case', 'gene-length']);
  expect(denyFlag('gene-length', ['name-case'])).toEqual(['name-case', 'gene-length']);
});
