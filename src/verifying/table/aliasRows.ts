/** Rows of the contract's table for other names of a phage (D3). */
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
  const { phage, names } = aliases;
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
  const path = pathOf('phages', name);
  const stranger = pathOf('phages', `${unknown.phages}_Draft`);
  const view = views.find(({ segments }) => namesPhage(segments[0] ?? '') && segments[1] === phage);
  const top = view?.segments[0] ?? '';
  return [
    row('D1', 'the name of a phage with others', pathOf('phages', phage), content(file)),
    ...rows,
    row('D3', 'another name by its file', `${path}index.json?page=2`, content(file)),
    row('D3 A2', 'another name without slash', path.slice(0, -1), redirect(path)),
    row('D3 M3', 'HEAD of another name', path, content(file), head),
    row('D3 M3', 'OPTIONS of another name', path, description(optionsFile('phage')), options),
    row('D3 M5', 'the same validator of another name', path, unchanged, sameTag),
    row('D3 M1', 'another name, compressed', path, compressed(file, 'gzip'), accepting('gzip')),
    row('D3 D2', 'another name of no phage', stranger, notFound),
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
