/**
 * Which rows of the table a further variant of a site is asked by, where another variant of it on the same host is asked
 * by all: those whose answer, or whose way through the host, may differ there. No row is named here: what it asks for
 * and what it needs decides.
 *
 * Rows of a kind go the same way through code: it takes the prefix off before it looks at anything else. Rules have the
 * prefix, the folder and the siblings in each of them, so there it takes a row of each kind at each address that there
 * are rules for.
 */
import { parseApiPath } from '../../src/contract/route.ts';
import { perList } from '../../src/contract/collectionName.ts';
import { type ContractRow, contractRows } from './requests.ts';

const allPublished = perList(() => 1);

/** For a site at another prefix, on hosts that run code. */
export const rowsForPrefix = chosen(dependsOnPrefix, kindOf);

/** The same, or for a folder of another name, on hosts that are configured by rules. */
export const rowsForPlace = chosen(dependsOnPrefix, ruleOf);

/** For a site with compressed siblings, on such hosts. */
export const rowsForSiblings = chosen(dependsOnSiblings, ruleOf);

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

/** The same at an address of its kind, whatever the names in the path and the values in the query but for page sizes. */
function ruleOf(row: ContractRow): string {
  const [path = '', query = ''] = row.target.split(/\?(.*)/s);
  const address = parseApiPath(path, allPublished);
  const folder = address.kind === 'index' || address.kind === 'page' ? address.folder : address;
  const [, top, next] = path.split('/');
  const what =
    folder.kind === 'view'
      ? folder.name
      : folder.kind === 'list'
        ? [folder.name, address.kind === 'page' && address.size !== '']
        : [top, next];
  // Each size has rules and files of its own.
  const parameters = query.split('&').map((one) => one.replace(/^(?!page_size=)([^=]*)=.*/s, '$1'));
  return kindOf(row) + JSON.stringify([address.kind, what, [...new Set(parameters)].toSorted()]);
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
