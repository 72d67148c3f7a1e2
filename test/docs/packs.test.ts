/** The readers that docs/packs.md gives read every kind of file of a packed site. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packedFile, packedKey } from '../../src/contract/packs.ts';
import { type Preview, startPreview } from '../../src/preview/server.ts';
import { unpackFile } from '../integration/packedTree.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { writeFiles } from '../integration/workFolder.ts';
import { build, withSmallPacks } from '../property/siteBuilds.ts';
import { makeFolder } from '../contract/servedSite.ts';
import { readPage } from './pages.ts';
import { exampleSite } from './snippets.ts';
import { canRun, installing, type Language, runSnippet } from './runSnippet.ts';

const names = ['Quillon', 'Vexmoor', 'Éclair', '𝄞 clef', '｡half'];
/** How each reads one file and prints its text. */
const readers = {
  js: {
    call: "console.log(textOf(await readPacked('api/phams', '12')));",
    printing: (group: string, name: string) =>
      `{ const found = await readPacked(${group}, ${name}); console.log(found && textOf(found)); }`,
    nothing: 'null',
  },
  python: {
    call: 'print(read_packed("api/phams", "12").decode())',
    printing: (group: string, name: string) =>
      `found = read_packed(${group}, ${name})\nprint(None if found is None else found.decode())`,
    nothing: 'None',
  },
} as const satisfies Partial<Record<Language, object>>;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let preview: Preview;
let site: string;

withSmallPacks();

beforeAll(async () => {
  folder = await makeFolder();
  const data = path.join(folder.path, 'data');
  const genes = names.flatMap((phage) => [1, 2, 3].map((number) => tinyGene(phage, number)));
  await writeFiles(data, {
    'genes/a.ndjson': asLines(genes),
    'phages/a.ndjson': asLines(names.map((name) => tinyPhage(name))),
  });
  site = path.join(folder.path, 'site');
  await build({ data, out: site, records: 'packed', hosts: ['netlify'], html: true });
  preview = await startPreview({ dir: site, port: 0, address: '127.0.0.1' });
});

afterAll(async () => {
  await preview?.close();
  await folder?.remove();
});

const asked = [
  ...names.flatMap((name) => [
    ['api/phages', name],
    ['api/genes', `${name}_CDS_2`],
    ['api/genesbyphage', name],
    ['bulk/phages', `${name}.faa`],
    ['phages', name],
  ]),
  ['api/genes', 'none'],
  ['api/phages', 'Quillo'],
  ['api/nothing', 'x'],
] as const;

describe.each(Object.keys(readers) as (keyof typeof readers)[])('the reader in %s', (language) => {
  const { call, printing, nothing } = readers[language];
  const [, text = ''] =
    new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readPage('docs/packs.md')) ?? [];

  test('has at most forty lines', () => {
    expect(text.split('\n').filter(Boolean).length).toBeLessThanOrEqual(40);
    expect(text).toContain(call);
  });

  test.skipIf(!canRun(language))(`prints what the site has (${installing(language)})`, async () => {
    const calls = asked.map(([group = '', name = '']) =>
      printing(JSON.stringify(group), JSON.stringify(name)),
    );
    const program = text.replace(exampleSite, preview.url).replace(call, calls.join('\n'));
    const printed = await runSnippet(language, program, path.join(folder.path, language));
    const due = asked.map(([group = '', name = '']) => {
      const { bytes } = unpackFile(site, packedFile(packedKey({ group, name })));
      return `${bytes === null ? nothing : Buffer.from(bytes).toString()}\n`;
    });
    expect(printed).toBe(due.join(''));
  });
});
