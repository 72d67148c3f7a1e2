/** The contract as a table: requests to a server of a site, and what each is answered. */
import { apiRootFile, listFile, optionsFile, pageFile } from '../contract/sitePaths.ts';
import { methodRows, negotiationRows, validatorRows } from './answerRows.ts';
import { foldedRows, recordRows, unknownRows } from './recordRows.ts';
import {
  content,
  description,
  invalidPage,
  notFound,
  pageContent,
  pagesOf,
  redirect,
  type SiteFacts,
  type TableRow,
  tableRow as row,
} from './tableRow.ts';
import { viewRows } from './viewRows.ts';

const decodesQuery = { specialNeed: 'decodes-query' } as const;

/** Every clause that a request can show, for any site. */
export function contractTable(facts: SiteFacts): TableRow[] {
  return [
    ...listRows(facts),
    ...pageFileRows(facts),
    ...phamRows(facts),
    ...viewRows(facts),
    ...recordRows(facts),
    ...foldedRows(facts),
    ...unknownRows(facts),
    ...addressRows(facts),
    ...methodRows(facts),
    ...validatorRows(facts),
    ...negotiationRows(facts),
  ];
}

function listRows(facts: SiteFacts): TableRow[] {
  const { last, some, other, past } = pagesOf(facts);
  const genes = listFile('genes');
  const somePage = pageContent('genes', some);
  const lastPage = pageContent('genes', last);
  const somePhages = Math.min(2, facts.lastPages.phages);
  return [
    row('L4', 'without a page, page 1', '/api/genes/', content(genes)),
    row('L4', 'the other collection', '/api/phages/', content(listFile('phages'))),
    row('L4', 'page 1 by number', '/api/genes/?page=1', content(genes)),
    row('L4', 'an empty page is page 1', '/api/genes/?page=', content(genes)),
    row('L4', 'a page without equals sign is page 1', '/api/genes/?page', content(genes)),
    row('L4', `page ${some}`, `/api/genes/?format=api&page=${some}`, somePage),
    row(
      'L4',
      'the same page of another collection',
      `/api/phages/?page=${somePhages}`,
      pageContent('phages', somePhages),
    ),
    row('L4', 'the last page by number', `/api/genes/?page=${last}`, lastPage),
    row('L4', 'the last page by its word', '/api/genes/?page=last', lastPage),
    row('L4', 'leading zeros', `/api/genes/?page=000${some}`, somePage),
    row('L4', 'repeated: the last counts', `/api/genes/?page=${other}&page=${some}`, somePage),
    row('L4', 'repeated: the last is wrong', `/api/genes/?page=${other}&page=x`, invalidPage),
    row('L4', 'repeated: only the first is wrong', `/api/genes/?page=x&page=${some}`, somePage),
    row('L4', 'past the last page', `/api/genes/?page=${past}`, invalidPage),
    row('L4', 'page 0', '/api/genes/?page=0', invalidPage),
    row('L4', 'a negative page', '/api/genes/?page=-1', invalidPage),
    row('L4', 'a page that is no number', '/api/genes/?page=two', invalidPage),
    row('L4', 'a number with more behind', '/api/genes/?page=2x', invalidPage),
    row('L4', 'the word in other letters', '/api/genes/?page=LAST', invalidPage),
    row('L4', 'a decimal', '/api/genes/?page=2.0', invalidPage),
    row('L4', 'twenty digits', '/api/genes/?page=18446744073709551618', invalidPage),
    row('L4', 'a space before the number', '/api/genes/?page=+2', invalidPage),
    row('L4', 'a path instead', '/api/genes/?page=../../phages/page/2', invalidPage),
    row(
      'L4',
      'a path instead, escaped',
      '/api/genes/?page=..%2F..%2Fphages%2Fpage%2F2',
      invalidPage,
    ),
    row('L4', 'a malformed escape', '/api/genes/?page=%', invalidPage),
    row('L4', 'a NUL', '/api/genes/?page=2%00', invalidPage),
    row('L4', 'names differ by case', `/api/genes/?PAGE=${some}`, content(genes)),
    row('L4', 'a name that ends alike', `/api/genes/?subpage=${some}`, content(genes)),
    row('L4', 'an escaped digit', `/api/genes/?page=%3${some}`, somePage, decodesQuery),
    row('L4', 'an escaped name', `/api/genes/?%70age=${some}`, somePage, decodesQuery),
    row('L5', 'format takes any value', `/api/genes/?format=xml&page=${some}`, somePage),
    row('L5', 'format without a value', `/api/genes/?format&page=${some}`, somePage),
    row('L5', 'unknown parameters', `/api/genes/?search=x&page=${some}&limit=1`, somePage),
    row('L5', 'a malformed escape elsewhere', `/api/genes/?x=%&page=${some}`, somePage),
  ];
}

function pageFileRows(facts: SiteFacts): TableRow[] {
  const { last, some, past } = pagesOf(facts);
  const file = pageFile('genes', some);
  return [
    row('L7', 'a page as a file', `/${file}`, content(file)),
    row('L7', 'page 1 as a file', '/api/genes/page/1.json', content(pageFile('genes', 1))),
    row('L7', 'a page as a file: no query', `/${file}?page=${last}`, content(file)),
    row('L7', 'a page file past the last', `/${pageFile('genes', past)}`, notFound),
    row('L7', 'page file 0', '/api/genes/page/0.json', notFound),
    row('L7', 'a page file with a leading zero', '/api/genes/page/02.json', notFound),
  ];
}

/** The list of families, where that view is published, is paged as the others are. */
function phamRows({ lastPages }: SiteFacts): TableRow[] {
  const last = lastPages.phams;
  if (last === 0) return [];
  const list = '/api/phams/';
  const first = content(listFile('phams'));
  const lastPage = pageContent('phams', last);
  const file = pageFile('phams', last);
  return [
    row('L4', 'families: without a page', list, first),
    row('L4', 'families: by its file', `${list}index.json?page=${last}`, first),
    row('L4', 'families: the last page by number', `${list}?format=api&page=${last}`, lastPage),
    row('L4', 'families: the last page by its word', `${list}?page=last`, lastPage),
    row('L4', 'families: past the last page', `${list}?page=${last + 1}`, invalidPage),
    row('L4', 'families: a page that is no number', `${list}?page=two`, invalidPage),
    row('L7', 'families: a page as a file', `/${file}`, content(file)),
    row('L7', 'families: a page file past the last', `/${pageFile('phams', last + 1)}`, notFound),
    row('A2', 'families: without slash', '/api/phams?page=last', redirect(`${list}?page=last`)),
    row('M3', 'families: OPTIONS', `${list}?page=0`, description(optionsFile('phams')), {
      method: 'OPTIONS',
    }),
    row('M3', 'families: HEAD', `${list}?page=${last}`, lastPage, { method: 'HEAD' }),
    row('D2', 'families: not by a name', `${list}last/`, notFound),
  ];
}

function addressRows(facts: SiteFacts): TableRow[] {
  const { some } = pagesOf(facts);
  const genes = content(listFile('genes'));
  const query = `format=api&page=${some}`;
  return [
    row('D2', 'the root', '/api/', content(apiRootFile)),
    row('D2', 'the root by its file', '/api/index.json', content(apiRootFile)),
    row('L4', 'a list by its file', '/api/genes/index.json', genes),
    row('L4', 'a list by its file: no query', `/api/genes/index.json?page=${some}`, genes),
    row('A2', 'the root without slash', '/api', redirect('/api/')),
    row('A2', 'a list without slash', '/api/genes', redirect('/api/genes/')),
    row('A2', 'the query is kept', `/api/genes?${query}`, redirect(`/api/genes/?${query}`)),
    row('A2', 'HEAD', '/api/genes', redirect('/api/genes/'), { method: 'HEAD' }),
  ];
}
