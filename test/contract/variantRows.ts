/**
 * Which rows of the table a further variant of a site is asked by, where another variant of it on the same host is asked
 * by all: those whose answer, or whose way through the host, may differ there. No row is named here: what it asks for
 * and what it needs decides.
 *
 * Rows of a kind go the same way through code: it takes the prefix off before it looks at anything else. Rules have the
 * prefix and the folder in each of them, so there it takes a row of each kind at each of the addresses that rules
 * are written for.
 */
import { type ContractRow, contractRows } from './requests.ts';

/** For a site at another prefix, on hosts that run code. */
export const rowsForPrefix = chosen(dependsOnPrefix, kindOf);

/** The same, or for a folder of another name, on hosts that are configured by rules. */
export const rowsForPlace = chosen(dependsOnPrefix, (row) => kindOf(row) + addressOf(row));

/** For a site with compressed siblings. */
export const rowsForSiblings = chosen(dependsOnSiblings, kindOf);

/** All rows that `depends` tells, and the first of each other kind. */
function chosen(
  depends: (row: ContractRow) => boolean,
  kind: (row: ContractRow) => string,
): readonly ContractRow[] {
  const seen = new Set<string>();
  return contractRows.filter((row) => {
    const isFirst = !seen.has(kind(row));
    seen.add(kind(row));
    return isFirst || depends(row);
  });
}

function kindOf({ clause, method, headers, ifNoneMatch, needs, expected }: ContractRow): string {
  const conditions = [...Object.keys(headers), ifNoneMatch === null ? '' : 'tag'];
  return JSON.stringify([clause, method, expected.kind, needs, conditions]);
}

/** A list, a kind of view or a folder of files. */
function addressOf({ target }: ContractRow): string {
  return /^(?:\/[^/?]*){0,2}/.exec(target)?.[0] ?? '';
}

/** The answer names the prefix, or the path can be taken for another that has it. */
function dependsOnPrefix({ before, needs, expected: { kind } }: ContractRow): boolean {
  return before !== '' || kind === 'redirect' || kind === 'stays' || needs.includes('raw-path');
}

/** The answer is made of a sibling, its validator may be that of one, or the request names one. */
function dependsOnSiblings({ target, headers, ifNoneMatch, expected }: ContractRow): boolean {
  const { kind } = expected;
  return (
    kind === 'compressed' ||
    kind === 'unchanged' ||
    ifNoneMatch !== null ||
    'Accept-Encoding' in headers ||
    /\.(?:gz|br)\b/i.test(target)
  );
}
