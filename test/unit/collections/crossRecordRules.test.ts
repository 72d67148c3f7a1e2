import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/collections/collection.ts';
import { collections } from '../../../src/collections/collections.ts';
import { createFactCollectors } from '../../../src/collections/fact.ts';
import { geneIdCase, phageParts } from '../../../src/collections/genes/geneIdCase.ts';
import { phageSummaries } from '../../../src/collections/genes/phageSummary.ts';
import { phamColors } from '../../../src/collections/genes/phamColor.ts';
import type { Gene } from '../../../src/collections/genes/geneRecord.ts';
import { compareFindings } from '../../../src/findings/finding.ts';
import type { LoggedFinding } from '../../../src/findings/findingLog.ts';
import { printable } from '../../../src/json/showToken.ts';
import { phageNames } from '../../../src/collections/phages/phageNameCase.ts';
import { createCrossRecordRules } from '../../../src/collections/crossRecordRules.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { checkFiles } from '../validation/checkFiles.ts';

interface Place {
  readonly rank: number;
  readonly line: number;
}

type Noted =
  | { readonly gene: Gene; readonly place: Place }
  | { readonly phage: string; readonly place: Place };

function place(rank: number, line: number): Place {
  return { rank, line };
}

/** What is found in records on these lines of `genes/<rank>.ndjson` and `phages/<rank>.ndjson`, by place. */
async function findingsOf(
  noted: readonly Noted[],
  rule?: string,
): Promise<Omit<LoggedFinding, 'severity'>[]> {
  const lines: Record<string, string[]> = {};
  for (const one of noted) {
    const isGene = 'gene' in one;
    const file = `${isGene ? 'genes' : 'phages'}/${one.place.rank}.ndjson`;
    const record = isGene ? withOwnId(one.gene, one.place) : phageNamed(one.phage);
    lines[file] ??= [];
    lines[file][one.place.line - 1] = JSON.stringify(record);
  }
  const files = Object.entries(lines).map(([file, texts]) => [file, texts.join('\n')] as const);
  const findings = await checkFiles(Object.fromEntries(files), ['null-value']);
  return findings
    .filter((one) => one.rule !== 'null-value' && (rule === undefined || one.rule === rule))
    .map(({ severity: _, ...one }) => one)
    .toSorted(compareFindings);
}

/** The gene with a number of its own. */
function withOwnId(one: Gene, { rank, line }: Place): Gene {
  return { ...one, GeneID: one.GeneID?.replace(/[0-9]+$/, `${rank}${line}`) ?? null };
}

function phageNamed(phage_name: string) {
  return { ...examplePhage, phage_name };
}

function gene(phageId: string, changes: Partial<Gene> = {}): Gene {
  const GeneID = `${phageId}_CDS_1`;
  return {
    ...exampleGene,
    GeneID,
    PhageID: { ...exampleGene.PhageID, PhageID: phageId },
    ...changes,
  };
}

function withSummary(changes: object): Gene {
  return gene('Quillon', { PhageID: { ...exampleGene.PhageID, ...changes } });
}

function withPham(PhamID: number, Color: string | null): Gene {
  return gene('Quillon', { PhamID: { PhamID, Color } });
}

const quillon = { phage: 'Quillon', place: place(9, 1) };

describe('records that agree', () => {
  test('are without findings', async () => {
    expect(
      await findingsOf([
        quillon,
        { gene: gene('Quillon'), place: place(0, 1) },
        { gene: gene('Quillon', { GeneID: 'Quillon_CDS_2' }), place: place(0, 2) },
      ]),
    ).toEqual([]);
  });

  test('are without findings also when the keys of a summary stand in another order', async () => {
    const { Subcluster, ...others } = exampleGene.PhageID;
    const reordered = { ...exampleGene, PhageID: { Subcluster, ...others } };
    const noted = [
      { gene: exampleGene, place: place(0, 1) },
      { gene: reordered, place: place(0, 2) },
    ];
    expect(await findingsOf([quillon, ...noted])).toEqual([]);
  });
});

describe('phage-summary-consistent', () => {
  test('says at the later gene what the first one says, and where that is', async () => {
    expect(
      await findingsOf([
        quillon,
        { gene: withSummary({ HostGenus: 'Otherbacter' }), place: place(1, 7) },
        { gene: withSummary({}), place: place(0, 3) },
      ]),
    ).toEqual([
      {
        rule: 'phage-summary-consistent',
        file: 'genes/1.ndjson',
        line: 7,
        pointer: '/PhageID/HostGenus',
        expected: '"Exemplibacter", as for "Quillon" at genes/0.ndjson:3',
        found: '"Otherbacter"',
      },
    ]);
  });

  test('finds each other summary once, however many genes have it', async () => {
    const others = [2, 3, 4].map((line) => {
      return { gene: withSummary({ Cluster: 'X' }), place: place(0, line) };
    });
    const third = { gene: withSummary({ Subcluster: null }), place: place(0, 9) };
    const findings = await findingsOf([
      quillon,
      { gene: withSummary({}), place: place(0, 1) },
      ...others,
      third,
    ]);
    expect(findings.map(({ line, pointer, found }) => [line, pointer, found])).toEqual([
      [2, '/PhageID/Cluster', '"X"'],
      [9, '/PhageID/Subcluster', 'null'],
    ]);
  });

  test('tells a null from its text', async () => {
    const noted = [
      { gene: withSummary({ Subcluster: null }), place: place(0, 1) },
      { gene: withSummary({ Subcluster: 'null' }), place: place(0, 2) },
    ];
    expect(await findingsOf([quillon, ...noted])).toMatchObject([
      { expected: 'null, as for "Quillon" at genes/0.ndjson:1', found: '"null"' },
    ]);
  });

  test('does not compare genes of different phages', async () => {
    const noted = [
      { gene: gene('A'), place: place(0, 1) },
      {
        gene: gene('B', { PhageID: { ...exampleGene.PhageID, PhageID: 'B', Cluster: 'X' } }),
        place: place(0, 2),
      },
    ];
    expect(await findingsOf(noted, 'phage-summary-consistent')).toEqual([]);
  });

  test('shows what differs cut and printable', async () => {
    const noted = [
      { gene: withSummary({ HostGenus: `\u009b31m${'x'.repeat(500)}` }), place: place(0, 1) },
      { gene: withSummary({ HostGenus: `\u202e${'y'.repeat(500)}` }), place: place(0, 2) },
    ];
    const [finding] = await findingsOf([quillon, ...noted]);
    for (const text of [finding?.expected ?? '', finding?.found ?? '']) {
      expect(printable(text)).toBe(text);
      expect(text.length).toBeLessThan(200);
    }
  });
});

describe('pham-color-consistent', () => {
  test('says at the later gene which colour the first one has, and where that is', async () => {
    expect(
      await findingsOf([
        quillon,
        { gene: withPham(7, '#00ff00'), place: place(0, 4) },
        { gene: withPham(7, '#112233'), place: place(0, 2) },
        { gene: withPham(8, '#445566'), place: place(0, 1) },
      ]),
    ).toEqual([
      {
        rule: 'pham-color-consistent',
        file: 'genes/0.ndjson',
        line: 4,
        pointer: '/PhamID/Color',
        expected: '#112233, as for pham 7 at genes/0.ndjson:2',
        found: '#00ff00',
      },
    ]);
  });

  test('takes capital and small letters for one colour', async () => {
    const noted = ['#ABCDEF', '#abcdef', '#aBcDeF'].map((color, index) => {
      return { gene: withPham(7, color), place: place(0, index + 1) };
    });
    expect(await findingsOf([quillon, ...noted])).toEqual([]);
  });

  test('says nothing where the pham, its number or its colour is null', async () => {
    const noted = [
      { gene: withPham(7, '#00ff00'), place: place(0, 1) },
      { gene: withPham(7, null), place: place(0, 2) },
      { gene: gene('Quillon', { PhamID: { PhamID: null, Color: '#ffffff' } }), place: place(0, 3) },
      { gene: gene('Quillon', { PhamID: null }), place: place(0, 4) },
    ];
    expect(await findingsOf([quillon, ...noted])).toEqual([]);
  });
});

describe('gene-phage-known', () => {
  test('is one finding a phage, at its first gene', async () => {
    const noted = [
      { gene: gene('Vexmoor'), place: place(1, 8) },
      { gene: gene('Vexmoor'), place: place(0, 5) },
      { gene: gene('Vexmoor'), place: place(1, 2) },
    ];
    expect(await findingsOf([quillon, ...noted], 'gene-phage-known')).toEqual([
      {
        rule: 'gene-phage-known',
        file: 'genes/0.ndjson',
        line: 5,
        pointer: '/PhageID/PhageID',
        expected: 'a phage that has a phage record',
        found: '"Vexmoor", which has none',
      },
    ]);
  });

  test('goes by the PhageID, not by the display name, and by case', async () => {
    const noted = [
      { gene: withSummary({ PhageID: 'quillon', Name: 'Quillon' }), place: place(0, 1) },
    ];
    expect(await findingsOf([quillon, ...noted], 'gene-phage-known')).toMatchObject([
      { found: '"quillon", which has none' },
    ]);
  });

  test('says nothing of a gene whose phage is null', async () => {
    const noted = [
      { gene: gene('x', { PhageID: null }), place: place(0, 1) },
      { gene: withSummary({ PhageID: null }), place: place(0, 2) },
    ];
    expect(await findingsOf(noted)).toEqual([]);
  });
});

describe('name-case of phages', () => {
  test('names both places, the later one first', async () => {
    expect(
      await findingsOf([
        { phage: 'quillon', place: place(1, 1) },
        { phage: 'Quillon', place: place(0, 2) },
      ]),
    ).toEqual([
      {
        rule: 'name-case',
        file: 'phages/1.ndjson',
        line: 1,
        pointer: '/phage_name',
        expected: 'a name that differs from others by more than case',
        found: '"quillon", beside "Quillon" at phages/0.ndjson:2',
      },
    ]);
  });

  test('finds each further spelling, and the same one again never', async () => {
    const noted = ['Quillon', 'QUILLON', 'Quillon', 'QUILLON', 'quillon'].map((phage, index) => {
      return { phage, place: place(0, index + 1) };
    });
    expect((await findingsOf(noted, 'name-case')).map(({ line }) => line)).toEqual([2, 5]);
  });

  test('takes two ways to write an accent for one name', async () => {
    const noted = [
      { phage: '\u00c9clair', place: place(0, 1) },
      { phage: 'E\u0301clair', place: place(0, 2) },
    ];
    expect((await findingsOf(noted)).map(({ rule }) => rule)).toEqual(['name-case']);
  });

  test('says nothing of names that differ otherwise', async () => {
    const noted = ['Quillon', 'Quillon2', 'Quillo'].map((phage, index) => {
      return { phage, place: place(0, index + 1) };
    });
    expect(await findingsOf(noted)).toEqual([]);
  });
});

describe('the PhageIDs of genes, which are paths, too', () => {
  test('that differ by case from a phage record are told of once, beside it', async () => {
    const noted = [
      { gene: withSummary({ PhageID: 'QUILLON' }), place: place(0, 4) },
      { gene: withSummary({ PhageID: 'QUILLON' }), place: place(0, 2) },
      { gene: withSummary({ PhageID: 'quillon' }), place: place(0, 3) },
      { gene: gene('Quillon'), place: place(0, 5) },
    ];
    expect(
      (await findingsOf([quillon, ...noted], 'name-case')).map(({ line, pointer, found }) => [
        line,
        pointer,
        found,
      ]),
    ).toEqual([
      [2, '/PhageID/PhageID', expect.stringMatching(/^"QUILLON", beside "Quillon" at phages\//)],
      [3, '/PhageID/PhageID', expect.stringMatching(/^"quillon", beside "Quillon" at phages\//)],
    ]);
  });

  test('that differ by case from each other are told of beside the first', async () => {
    const noted = ['vexmoor', 'Vexmoor', 'vexmoor', 'Other'].map((PhageID, index) => {
      return { gene: withSummary({ PhageID }), place: place(0, index + 1) };
    });
    expect(await findingsOf(noted, 'name-case')).toMatchObject([
      { line: 2, found: '"Vexmoor", beside "vexmoor" at genes/0.ndjson:1' },
    ]);
  });

  test('that are those of phage records are never told of, whatever the records break', async () => {
    const noted = ['Quillon', 'QUILLON', 'a/b'].flatMap((name, index) => [
      { phage: name, place: place(0, index + 1) },
      { gene: withSummary({ PhageID: name }), place: place(0, index + 1) },
    ]);
    const told = (await findingsOf(noted)).map(({ rule, pointer }) => [rule, pointer]);
    expect(told.filter(([, pointer]) => pointer === '/PhageID/PhageID')).toEqual([]);
  });

  test('that can be no path are told of once, at the first gene', async () => {
    const noted = [3, 1, 2].map((line) => {
      return { gene: withSummary({ PhageID: 'a/b', Name: `${line}` }), place: place(0, line) };
    });
    expect(await findingsOf(noted, 'path-name')).toEqual([
      {
        rule: 'path-name',
        file: 'genes/0.ndjson',
        line: 1,
        pointer: '/PhageID/PhageID',
        expected: 'a name that can be a file name on every machine',
        found: '"a/b", which contains a slash or backslash',
      },
    ]);
  });
});

test('an unclustered phage is in no cluster whose name could differ from another', async () => {
  const phage = (name: string, pcluster: object | null) =>
    JSON.stringify({ ...examplePhage, phage_name: name, pcluster });
  const cluster = (name: string) => ({ ...examplePhage.pcluster, cluster: name });
  const records = [phage('A', null), phage('B', cluster('SINGLETON')), phage('C', cluster(''))];
  const findings = await checkFiles({ 'phages/0.ndjson': records.join('\n') }, []);
  expect(findings.filter(({ rule }) => rule === 'name-case')).toEqual([]);
});

test('clusters and subclusters that differ by case only are told of, each beside the first', async () => {
  const phage = (name: string, cluster: string, subcluster: string) =>
    JSON.stringify({
      ...examplePhage,
      phage_name: name,
      pcluster: { ...examplePhage.pcluster, cluster },
      psubcluster: { subcluster },
    });
  const records = [phage('A', 'Be', 'Be1'), phage('B', 'BE', 'Be2'), phage('C', 'C', 'BE1')];
  const findings = await checkFiles({ 'phages/0.ndjson': records.join('\n') }, []);
  expect(
    findings
      .filter(({ rule }) => rule === 'name-case')
      .toSorted(compareFindings)
      .map(({ line, pointer, found }) => [line, pointer, found]),
  ).toEqual([
    [2, '/pcluster/cluster', '"BE", beside "Be" at phages/0.ndjson:1'],
    [3, '/psubcluster/subcluster', '"BE1", beside "Be1" at phages/0.ndjson:1'],
  ]);
});

test('the order in which pieces are noted does not matter', () => {
  const pieces = fc.array(
    fc.array(
      fc.record({
        phageId: fc.constantFrom('Quillon', 'quillon', 'Vexmoor', 'Nobody'),
        summary: fc.constantFrom('{"Cluster":"A"}', '{"Cluster":"B"}', '{"Cluster":"C"}'),
        pham: fc.constantFrom(1, 2),
        color: fc.constantFrom(0x00ff00, 0xff0000, 0x0000ff),
        phage: fc.option(fc.constantFrom('Quillon', 'QUILLON', 'quillon', 'Vexmoor')),
      }),
      { maxLength: 5 },
    ),
    { minLength: 4, maxLength: 4 },
  );
  const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
  fc.assert(
    fc.property(pieces, orders, (all, ranks) => {
      const noteIn = (order: readonly number[]) => {
        const rules = createCrossRecordRules();
        for (const rank of order) {
          const facts = createFactCollectors([phageSummaries, phageParts, phamColors, phageNames]);
          for (const [index, fact] of (all[rank] ?? []).entries()) {
            facts.of(phageSummaries).noteSummary(fact.phageId, fact.summary, index + 1);
            facts.of(phageParts).noteText(fact.phageId, index + 1);
            facts.of(phamColors).noteColor(fact.pham, fact.color, index + 1);
            if (fact.phage !== null) facts.of(phageNames).noteText(fact.phage, index + 1);
          }
          rules.note(facts.finish(), rank);
        }
        const findings = [...rules.findings(({ rank, line }) => ({ file: `${rank}`, line }))];
        return {
          findings: findings.toSorted(compareFindings),
          parts: geneIdCase.contested(rules.all),
        };
      };
      expect(noteIn(ranks)).toEqual(noteIn([0, 1, 2, 3]));
    }),
  );
});

describe('gene-length of a gene whose Stop lies before its Start', () => {
  const wrapping = { Start: 152_829, Stop: 4, Length: 576 };
  const oneGene = (phageId: string) =>
    JSON.stringify({ ...gene(phageId, wrapping), GeneID: `${phageId}_CDS_1` });
  const phage = (genome_length: number) =>
    JSON.stringify({ ...examplePhage, phage_name: 'Quillon', genome_length });

  test.each([
    [153_401, 'through-the-origin', /which is right in a genome of 153401$/],
    [153_000, 'unexplained', /^576$/],
    [0, 'through-the-origin', /no phage record says/],
  ])('is judged by the genome_length of its phage: %i', async (length, kind, found) => {
    const findings = await checkFiles({
      'genes/a.json': `\n${oneGene('Quillon')}`,
      'phages/a.json': phage(length),
    });
    expect(findings).toMatchObject([
      {
        rule: 'gene-length',
        severity: 'error',
        kind,
        file: 'genes/a.json',
        line: 2,
        pointer: '/Length',
        found: expect.stringMatching(found),
      },
    ]);
  });

  test('is told of ten thousand of a file, and counted of all', () => {
    const facts = createFactCollectors(factsOf(collections.genes));
    const record = { ...gene('Quillon'), Start: 9, Stop: 1, Length: 5 };
    for (let line = 1; line <= 10_003; line++) facts.note(record, line);
    const rules = createCrossRecordRules();
    rules.note(facts.finish(), 0);
    const lengths = ({ rule }: { rule: string }) => rule === 'gene-length';
    const findings = [...rules.findings(({ line }) => ({ file: 'a', line }))].filter(lengths);
    expect(findings).toHaveLength(10_000);
    const expected = 'genes whose Start lies before Stop, or that run through the origin';
    expect(rules.unreported()).toEqual([
      { collection: 'genes', as: 'unexplained', count: 3, expected },
    ]);
  });
});
