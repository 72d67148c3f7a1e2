/** Real annotation files, where they are: each becomes a site that verifies, with the genes that Biopython finds in it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeneRecord } from '../../src/generated/records.ts';
import { withPreview } from '../integration/previewProcess.ts';
import { runCli, runWell } from '../integration/runCli.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { pythonHas, runPython } from './python.ts';
import { annotationsFolder, readSequences, realAnnotations } from './realAnnotations.ts';

type Gene = Pick<GeneRecord, 'Start' | 'Stop' | 'Length' | 'Orientation' | 'Translation'> & {
  readonly phrog: number | null;
  readonly category: string;
};

async function genesInPython(...files: readonly string[]): Promise<Gene[]> {
  return ((await runPython('cds.py', ...files)) as Gene[][]).flat();
}

/** Those of a data folder. */
function genesIn(data: string): GeneRecord[] {
  const folder = path.join(data, 'genes');
  return readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as GeneRecord),
  );
}

/** Values that records say otherwise, or that everybody takes for granted. */
const isUsual =
  /^(?:codon_start=1|transl_table=11|phrog=.*|top_hit=No_PHROG|pseudo=|pseudogene=.*|function= ?unknown function)$/;

const coded = (genes: readonly Omit<Gene, 'phrog' | 'category'>[]) =>
  genes
    .map(({ Start, Stop, Length, Orientation, Translation }) =>
      [Start, Stop, Length, Orientation, Translation].join(' '),
    )
    .toSorted();

const named = realAnnotations.map(
  (file) => [path.relative(annotationsFolder, file), file] as const,
);
const canRun = named.length > 0 && pythonHas('Bio', 'BCBio.GFF');
describe.skipIf(!canRun)('real annotation files', () => {
  test.each(named)('%s is imported, built by the printed command and verified', async (_, file) => {
    await inWorkFolder(async (cwd) => {
      const args = ['import', 'annotations', file];
      const { stdout } = await runWell(args, { cwd });
      const data = path.join(cwd, 'data');
      expect(coded(genesIn(data))).toEqual(coded(await genesInPython(file)));
      const next = /^Next: phagepress (.*)$/m.exec(stdout)?.[1] ?? '';
      await runWell([...next.split(' '), '--quiet'], { cwd });
      const verified = await runCli(['verify', 'dist'], { cwd });
      expect(verified.status, verified.stdout).toBe(0);
    });
  });

  test.each(named)('%s: each qualifier is in the records, or counted', async (_, file) => {
    await inWorkFolder(async (cwd) => {
      const { stdout } = await runWell(['import', 'annotations', file], { cwd });
      const records = ['phages', 'genes', 'features']
        .map((folder) => path.join(cwd, 'data', folder))
        .flatMap((at) => (existsSync(at) ? readdirSync(at).map((one) => path.join(at, one)) : []))
        .map((one) => readFileSync(one, 'utf8'))
        .join('');
      const lost = new Map<string, number>();
      const features = (await readSequences(file)).flatMap((one) => one.features);
      for (const { type, qualifiers } of features) {
        for (const [qualifier, values] of qualifiers) {
          // What is not in the records as a text.
          if (values.every((value) => isUsual.test(`${qualifier}=${value}`))) continue;
          // A host and a place have several fields.
          const texts = type === 'source' ? values.flatMap((one) => one.split(/[:,]? /)) : values;
          const isKept = texts.every((text) =>
            records.includes(JSON.stringify(text.trim()).slice(1, -1)),
          );
          const isOrganism = qualifier === 'organism' && type === 'source';
          if (!isKept && !isOrganism && !(type === 'CDS' && qualifier === 'translation'))
            lost.set(qualifier, (lost.get(qualifier) ?? 0) + 1);
        }
      }
      expect(lost.size).toBeGreaterThan(0);
      for (const [qualifier, count] of lost) {
        const [, said = '0'] =
          qualifier === 'collection_date'
            ? (/ {2}collection dates.*: (.*)\n/.exec(stdout) ?? [])
            : (new RegExp(`  /${qualifier}: (.*)\\n`).exec(stdout) ?? []);
        expect(Number(said), `${qualifier}: lost ${count}`).toBeGreaterThanOrEqual(count);
      }
    });
  });

  const basel = realAnnotations.filter((file) => path.dirname(file).endsWith('/basel'));
  test.skipIf(basel.length === 0)(
    'of a folder, a project has all phages, PHROGs and categories',
    async () => {
      await inWorkFolder(async (cwd) => {
        await runWell(['init', 'site', '--from', path.join(annotationsFolder, 'basel')], { cwd });
        const site = path.join(cwd, 'site');
        await runWell(['build', '--quiet'], { cwd: site });
        const list = JSON.parse(
          readFileSync(path.join(site, 'dist/api/phages/index.json'), 'utf8'),
        );
        expect(list.count).toBe(8);
        expect(basel).toHaveLength(8);
        const genomes = readdirSync(path.join(site, 'dist/media/genbank'));
        expect(genomes).toHaveLength(basel.length);
        expect(readFileSync(path.join(site, 'dist/api/features/index.json'), 'utf8')).toContain(
          '"Name":"tRNA-Arg(TCT)"',
        );
        const found = await genesInPython(...basel);
        const keyOf = (gene: Omit<Gene, 'phrog' | 'category'>) => coded([gene])[0] ?? '';
        const records = new Map(
          genesIn(path.join(site, 'data')).map((gene) => [keyOf(gene), gene]),
        );
        for (const gene of found) {
          const record = records.get(keyOf(gene));
          if (gene.phrog !== null) expect(record?.PhamID.PhamID).toBe(gene.phrog);
          if (gene.category !== 'unknown function')
            expect(record?.Notes).toContain(`[${gene.category}]`);
        }
        const verified = await runCli(['verify', 'dist'], { cwd: site });
        expect(verified.status, verified.stdout).toBe(0);
        // What the preview answers without a flag, but for a port that is free.
        await withPreview(['--port', '0'], site, async ({ url }) => {
          const ask = async (address: string) => {
            const answer = await fetch(`${url}${address}`);
            return { status: answer.status, text: await answer.text() };
          };
          const phages = JSON.parse((await ask('/api/phages/')).text) as {
            count: number;
            results: { phage_name: string; num_tRNAs: number | null }[];
          };
          expect([phages.count, phages.results.length]).toEqual([8, 8]);
          for (const { phage_name: name } of phages.results) {
            const { status, text } = await ask(`/media/fastas/${name}.fasta`);
            expect([status, text.slice(0, name.length + 1)]).toEqual([200, `>${name}`]);
            const genes = await ask(`/api/genesbyphage/${name}/`);
            expect(genes.status).toBe(200);
          }
          expect((await ask('/api/features/')).text).toContain('"Name":"tRNA-Arg(TCT)"');
          expect((await ask('/')).text).toContain('<html');
        });
      });
    },
  );
});
