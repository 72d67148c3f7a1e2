/** The result of an import, as text. */
import { formatCount } from '../text/quantities.ts';
import type { PlacedFault } from './annotation.ts';
import { maxFaults, nothingImported } from './faultOf.ts';
import type { HandEdit } from './handEdits.ts';
import type { ImportLog, LoggedKind } from './importLog.ts';
import { renderEdits } from './renderEdits.ts';

const shownFaults = 50;
// Of each kind of what was left out, without --verbose.
export const shownPlaces = 3;
export const shownDoubts = 20;

/** `end` says what becomes of the rest. */
export function renderFaults(faults: readonly PlacedFault[], end = nothingImported): string {
  const shown = faults
    .slice(0, shownFaults)
    .map(
      ({ file, line, expected, found, hint }) =>
        `${placed(file, line)}: expected ${expected}, found ${found}\n` +
        (hint === undefined ? '' : `  hint: ${hint}\n`),
    );
  const more = faults.length - shown.length;
  const least = faults.length < maxFaults ? '' : 'at least ';
  if (more > 0) shown.push(`… and ${least}${formatCount(more)} more\n`);
  return `${shown.join('')}${end}\n`;
}

function placed(file: string, line: number | null): string {
  return line === null ? file : `${file}:${line}`;
}

/** What every kind of import reports. */
export interface Imported {
  readonly log: ImportLog;
  /** Rules that a build must be told to allow for this data. */
  readonly allow: readonly string[];
  /** Files below the named folders that were not read, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
  /** Faults of inputs that were left out, while the rest was imported. */
  readonly left?: readonly PlacedFault[];
}

/** `what` says what was imported: `8 phages, 749 genes`. */
export function renderImport(
  what: readonly string[],
  { log, skipped }: Pick<Imported, 'log' | 'skipped'>,
  options: {
    readonly data: string;
    readonly hasChanged: boolean;
    readonly edits: readonly HandEdit[];
    /** What is said of inputs that are gone. */
    readonly gone: readonly string[];
    readonly verbose: boolean;
  },
): string {
  const { data, hasChanged, edits, gone, verbose } = options;
  const said = [what.slice(0, -1).join(', '), what.at(-1)].filter(Boolean).join(' and ');
  const lines = [`${hasChanged ? 'Imported' : 'Unchanged:'} ${said}, in ${data}.`];
  lines.push(...renderEdits(edits, verbose), ...gone);
  const shown = verbose ? Infinity : 0;
  lines.push(...section('Changed on the way', log.changed, shown));
  lines.push(...section('Not taken', log.refused, verbose ? Infinity : shownPlaces));
  lines.push(...section('Taken, but please check', log.doubtful, verbose ? Infinity : shownDoubts));
  lines.push(...section('Not taken, since records have no field for it', log.fieldless, shown));
  if (skipped.length > 0) {
    lines.push('Not read:', ...skipped.map(({ name, why }) => `  ${name}: ${why}`));
  }
  const isHidden =
    [...log.changed, ...log.fieldless].some(({ places }) => places.length > 0) ||
    log.refused.some(({ places }) => places.length > shownPlaces) ||
    edits.length > 0 ||
    log.doubtful.some(({ places }) => places.length > shownDoubts);
  if (isHidden && !verbose) lines.push('Each of them is listed with --verbose.');
  return `${lines.join('\n')}\n`;
}

/** With at most `shown` places of each kind. */
function section(title: string, kinds: readonly LoggedKind[], shown: number): string[] {
  if (kinds.length === 0) return [];
  return [
    `${title}:`,
    ...kinds.flatMap(({ kind, count, places }) => {
      const listed = places.slice(0, shown);
      const more = count - listed.length;
      return [
        `  ${kind}: ${formatCount(count)}`,
        ...listed.map(({ file, line, what }) => `    ${placed(file, line)}: ${what}`),
        ...(listed.length > 0 && more > 0 ? [`    … and ${formatCount(more)} more`] : []),
      ];
    }),
  ];
}
