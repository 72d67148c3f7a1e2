/** Rows of the contract's table for other names of a phage (D3). */
import path from 'node:path';
import { namesPhage, viewFile } from '../../contract/views.ts';
import { optionsFile, recordFile } from '../../contract/sitePaths.ts';
import { swapCase } from './recordRows.ts';
import {
  asks,
  expects,
  type KnownSite,
  pathOf,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';

const { accepting, head, options, sameTag } = asks;
const { compressed, content, description, notFound, redirect, unchanged } = expects;

const inAnyCase = { specialNeed: 'phage-aliases' } as const;

export function aliasRows({ aliases, unknown, views }: KnownSite): TableRow[] {
  if (aliases === undefined) return [];
  const { phage, names, genome } = aliases;
  const file = recordFile('phages', phage);
  const rows = names.flatMap((name) => {
    const [lower, other] = [name.toLowerCase(), swapCase(name)];
    const is = (title: string, as: string, needs = {}) =>
      row('D3', title, pathOf('phages', as), content(file), needs);
    return [
      is('another name of a phage', name),
      ...(lower === name ? [] : [is('another name in lower case', lower)]),
      ...(other === lower ? [] : [is('another name in other letters', other, inAnyCase)]),
    ];
  });
  const [name = phage] = names;
  const address = pathOf('phages', name);
  const stranger = pathOf('phages', `${unknown.phages}_Draft`);
  const view = views.find(({ segments }) => namesPhage(segments[0] ?? '') && segments[1] === phage);
  const top = view?.segments[0] ?? '';
  return [
    row('D1', 'the name of a phage with others', pathOf('phages', phage), content(file)),
    ...rows,
    row('D3', 'another name by its file', `${address}index.json?page=2`, content(file)),
    row('D3 A2', 'another name without slash', address.slice(0, -1), redirect(address)),
    row('D3 M3', 'HEAD of another name', address, content(file), head),
    row('D3 M3', 'OPTIONS of another name', address, description(optionsFile('phage')), options),
    row('D3 M5', 'the same validator of another name', address, unchanged, sameTag),
    row('D3 M1', 'another name, compressed', address, compressed(file, 'gzip'), accepting('gzip')),
    row('D3 D2', 'another name of no phage', stranger, notFound),
    ...genome.flatMap((own) => genomeRows(own, phage, name, unknown.phages)),
    row('D3 D2', 'another name of a phage is no gene', pathOf('genes', name), notFound),
    ...(view === undefined
      ? []
      : [
          row(
            'D3 V1',
            `${top} by another name`,
            `/api/${top}/${encodeURIComponent(name)}/`,
            content(viewFile(view.segments)),
          ),
        ]),
  ];
}

const byIndex = { specialNeed: 'genome-aliases' } as const;

/** A file of a genome: its name is that of the phage, with an extension. */
function genomeRows(own: string, phage: string, name: string, nobody: string): TableRow[] {
  const [start, end] = [own.slice(0, own.lastIndexOf('/') + 1), path.posix.extname(own)];
  const called = (as: string) => `/${start}${encodeURIComponent(as)}${end}`;
  const itself = { kind: 'file', file: own } as const;
  const part = { kind: 'part', file: own, bytes: 10 } as const;
  const missing = { kind: 'refused', statuses: [404] } as const;
  return [
    row('D3 B1', 'a genome', called(phage), itself),
    row('D3 B1', 'a genome by another name', called(name), itself, byIndex),
    row('D3 B1', 'HEAD of a genome by another name', called(name), itself, { ...head, ...byIndex }),
    row('D3 B1', 'a part of a genome by another name', called(name), part, {
      headers: { Range: 'bytes=0-9' },
      ...byIndex,
    }),
    row('D3 B1', 'a genome by another name of no phage', called(`${nobody}_Draft`), missing),
  ];
}
