/** `import phamerator` against the database itself: each published value is what its column holds. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeatureRecord, GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { runWell } from '../integration/runCli.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { hasMariaDb, type MariaDb, mariaDbHint, startMariaDb } from './mariadb.ts';
import { fillTables, schemaVersions } from './phameratorTables.ts';

const realDump = fileURLToPath(
  new URL('../../../shared/data/phamerator/actino_cut.sql', import.meta.url),
);

interface ImportedData {
  readonly genes: readonly GeneRecord[];
  readonly phages: readonly PhageRecord[];
  readonly features: readonly FeatureRecord[];
  readonly genomes: ReadonlyMap<string, string>;
}

async function importDump(dump: Buffer, ...options: readonly string[]): Promise<ImportedData> {
  return inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { 'dump.sql': dump });
    await runWell(['import', 'phamerator', 'dump.sql', ...options], { cwd });
    const textsOf = (folder: string) => {
      const dir = path.join(cwd, 'data', folder);
      const names = existsSync(dir) ? readdirSync(dir).sort() : [];
      return names.map((name) => readFileSync(path.join(dir, name), 'utf8'));
    };
    const lines = (folder: string) =>
      textsOf(folder)
        .flatMap((text) => text.trimEnd().split('\n'))
        .map((line) => JSON.parse(line) as unknown);
    const genomes = textsOf('genomes').map((text) => {
      const [header = '', ...bases] = text.trimEnd().split('\n');
      return [header.slice(1), bases.join('')] as const;
    });
    return {
      genes: lines('genes') as GeneRecord[],
      phages: textsOf('phages').map((text) => JSON.parse(text) as PhageRecord),
      features: lines('features') as FeatureRecord[],
      genomes: new Map(genomes),
    };
  });
}

/** A text column, and a blob whose bytes are no UTF-8 but latin1, as the client can print them. */
const hex = (column: string) => `HEX(CONVERT(${column} USING utf8mb4))`;
const blob = (column: string) =>
  `HEX(COALESCE(CONVERT(CONVERT(${column} USING utf8mb4) USING binary), ''))`;
const unhex = (text = '') => (text === 'NULL' ? null : Buffer.from(text, 'hex').toString());

/** What the database holds for each record. */
function askRecords(db: MariaDb, number: string) {
  const { as, family, colors } = schemaVersions[number]!;
  const colorOf = new Map(db.run(colors).map(([id, color]) => [id, color]));
  const status = `p.${as.status} = 'final'`;
  const tag = number === '0' ? 'NULL' : hex('g.LocusTag');
  const genes = db
    .run(
      `SELECT g.GeneID, g.PhageID, p.Accession, ${hex('p.Name')}, ${hex(`p.${as.host}`)},
         COALESCE(${as.cluster}, 'Singleton'), ${as.subcluster}, ${family}, g.Start, g.Stop, g.Length, g.Name,
         ${blob(`g.${as.translation}`)}, g.Orientation, HEX(g.Notes), ${tag}
       FROM gene g JOIN phage p ON p.PhageID = g.PhageID WHERE ${status} ORDER BY BINARY g.PhageID, BINARY g.GeneID`,
    )
    .map((cells) => {
      const [
        id,
        phage,
        accession,
        name,
        host,
        cluster,
        subcluster,
        pham = '',
        start,
        stop,
        length,
      ] = cells;
      const [label, protein, strand, notes, locus] = cells.slice(11);
      return {
        GeneID: id,
        PhageID: {
          PhageID: phage,
          Accession: accession,
          Name: unhex(name),
          // What is read as a genus is the first word of it.
          HostGenus: unhex(host)?.split(' ')[0],
          Cluster: cluster,
          Subcluster: subcluster === 'NULL' ? null : subcluster,
        },
        PhamID: { PhamID: Number(pham), Color: colorOf.get(pham) },
        Start: Number(start),
        Stop: Number(stop),
        Length: Number(length),
        Name: label,
        Translation: unhex(protein),
        Orientation: strand,
        Notes: textOfBlob(notes),
        LocusTag: unhex(locus),
      };
    });
  const phages = db
    .run(
      `SELECT PhageID, Accession, ${as.length}, CAST(GC AS CHAR), DATE_FORMAT(DateLastModified, '%Y-%m-%dT%H:%i:%sZ'),
         COALESCE(${as.cluster}, 'Singleton'), ${as.subcluster}, CAST(Sequence AS CHAR),
         (SELECT COUNT(*) FROM gene WHERE gene.PhageID = p.PhageID)
       FROM phage p WHERE ${status} ORDER BY BINARY PhageID`,
    )
    .map(([name, accession, length, gc, modified, cluster, subcluster, sequence, orfs]) => ({
      phage_name: name,
      archive_accession: accession,
      genome_length: Number(length),
      gcpercent: gc,
      date_modified: modified === 'NULL' ? null : modified,
      pcluster: { cluster, temperate: false },
      psubcluster: subcluster === 'NULL' ? null : { subcluster },
      num_ORFs: Number(orfs),
      sequence,
    }));
  return { genes, phages };
}

/** Blobs have no character set: what is no UTF-8 is latin1. */
function textOfBlob(hexText = ''): string {
  const bytes = Buffer.from(hexText === 'NULL' ? '' : hexText, 'hex');
  const text = bytes.toString();
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

function expectSame(imported: ImportedData, asked: ReturnType<typeof askRecords>): void {
  const inOrder = imported.genes.toSorted((a, b) =>
    Buffer.compare(
      Buffer.from(`${a.PhageID.PhageID}\0${a.GeneID}`),
      Buffer.from(`${b.PhageID.PhageID}\0${b.GeneID}`),
    ),
  );
  expect(inOrder).toEqual(asked.genes);
  const phages = imported.phages.toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.phage_name), Buffer.from(b.phage_name)),
  );
  expect(
    phages.map((phage) => ({ ...phage, sequence: imported.genomes.get(phage.phage_name) })),
  ).toMatchObject(asked.phages);
  expect(imported.genomes.size).toBe(asked.phages.length);
}

describe.skipIf(!hasMariaDb())(`MariaDB (${mariaDbHint})`, () => {
  let db: MariaDb;
  beforeAll(async () => {
    db = await startMariaDb();
  });
  afterAll(() => db.stop());

  test.each(Object.keys(schemaVersions))('holds what is imported of schema %s', async (number) => {
    db.run(fillTables(number));
    const imported = await importDump(db.dump());
    const asked = askRecords(db, number);
    expect(asked.genes).toHaveLength(3);
    expectSame(imported, asked);
    const features = imported.features.map(({ PhageID, Type, Start, Stop, Orientation, Name }) =>
      [PhageID, Type, Start, Stop, Orientation, Name].join(' '),
    );
    expect(features).toEqual(
      number === '0'
        ? []
        : ['Odd tRNA 400 470 R tRNA-Trp(cca)', 'Odd tmRNA 500 570 F tmRNA (tag ANDEN*)'],
    );
  });

  test.each([
    ['--hex-blob'],
    ['--skip-extended-insert'],
    ['--complete-insert'],
    ['--default-character-set=latin1'],
    ['--compatible=ansi'],
    ['--skip-opt', '--skip-comments'],
    ['--replace', '--no-autocommit'],
    ['--skip-quote-names'],
  ])('is dumped with %s to the same records', async (...options) => {
    db.run(fillTables('10'));
    expectSame(await importDump(db.dump(...options)), askRecords(db, '10'));
  });

  test.skipIf(!existsSync(realDump))('holds what is imported of a real dump', async () => {
    db.run(
      'DROP TABLE IF EXISTS phage, gene, pham, pham_color, trna, tmrna, version, gene_transmembrane;',
    );
    const dump = readFileSync(realDump);
    db.run(dump);
    const asked = askRecords(db, '10');
    expect(asked.genes).toHaveLength(1399);
    expectSame(await importDump(dump), asked);
  });
});
