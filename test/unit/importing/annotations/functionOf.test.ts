import { expect, test } from 'vitest';
import {
  featureNames,
  functionFinder,
  geneNames,
} from '../../../../src/importing/annotations/genesOf.ts';
import { feature } from './sequences.ts';

const found = (
  qualifiers: Record<string, string>,
  others: Parameters<typeof feature>[0][] = [],
  names = geneNames,
) => {
  const cds = feature({ qualifiers });
  const said = functionFinder([cds, ...others.map(feature)], names)(cds);
  return said === null ? null : `${said.text} < ${said.name}${said.isOfParent ? ' above' : ''}`;
};

test('the function is that of the parent, then Name, label and note, in this order', () => {
  const gene = { type: 'gene', qualifiers: { ID: 'g1', Name: 'of the gene' } };
  const transcript = {
    type: 'mRNA',
    qualifiers: { ID: 't1', Parent: 'g1', product: 'portal protein' },
  };
  const all = { Parent: 't1', Name: 'by name', label: 'by label', note: 'by note' };
  expect(found(all, [gene, transcript])).toBe('portal protein < product above');
  expect(found(all, [gene])).toBe('by name < Name');
  expect(found({ ...all, Parent: 'g1', Name: 'CDS:T7' }, [gene])).toBe('of the gene < Name above');
  expect(found({ label: 'by label', note: 'by note' })).toBe('by label < label');
  expect(found({ note: 'by note' })).toBe('by note < note');
  expect(found({ tRNA: 'tRNA-Met' })).toBe('tRNA-Met < tRNA');
  expect(found({ note: 'by note' }, [], featureNames)).toBeNull();
  const tagged = { type: 'gene', qualifiers: { locus_tag: 'T_1', product: 'tail fibre' } };
  expect(found({ locus_tag: 'T_1' }, [tagged])).toBe('tail fibre < product above');
  const loop = { type: 'gene', qualifiers: { ID: 'g', Parent: 'g' } };
  expect(found({ Parent: 'g' }, [loop])).toBeNull();
});

test.each([
  'terminase large subunit',
  'portal',
  'Endolysin',
  'gene K protein',
  'tail-like protein',
  'gp23 major capsid protein',
  'minor spike protein, adsorption',
  'T7 holin',
])('%s is a function', (text) => {
  expect(found({ Name: text })).toBe(`${text} < Name`);
});

test.each([
  'CDS:T7',
  'WP_000001.1',
  'fig|1.1.peg.3',
  'gp12',
  'ORF 12',
  'gene 5 protein',
  'T_0001',
  'terL',
  'rIIA',
  'cro',
  'CDS',
  'color: #ff0000; direction: RIGHT',
  'score:-1.8E+01',
])('%s is no function', (text) => {
  expect(found({ Name: text, label: text, note: text })).toBeNull();
});

test('what is the name of something is no function', () => {
  expect(found({ Name: 'Portal', gene: 'portal' })).toBeNull();
  expect(found({ Name: 'my odd tag', locus_tag: 'my odd tag' })).toBeNull();
});
