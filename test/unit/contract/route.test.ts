import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { type Answer, notFound, route } from '../../../src/contract/route.ts';
import { pageSetsOf } from '../../../src/contract/pageSizes.ts';

const site = {
  lastPages: { ...perList(() => 0), phages: 3, genes: 12, phams: 3 },
  prefix: '/phages',
  caseInsensitiveNames: false,
};

function ask(method: string, target: string): Answer {
  const mark = target.indexOf('?');
  return mark === -1
    ? route({ method, path: target, query: '' }, site)
    : route({ method, path: target.slice(0, mark), query: target.slice(mark + 1) }, site);
}

/** What an answer comes down to, in one word that a table can hold. */
function brief(answer: Answer): string {
  switch (answer.kind) {
    case 'outside':
      return 'outside';
    case 'file':
      return answer.file;
    case 'redirect':
      return `${answer.status} ${answer.location}`;
    case 'error':
      return `${answer.status} ${answer.body}`;
  }
}

const noSuchPage = '404 {"detail":"Invalid page."}';
const nothingThere = '404 {"detail":"Not found."}';

describe.each(['GET', 'HEAD'])('%s', (method) => {
  test.each([
    // lists
    ['/api/', 'api/index.json'],
    ['/api/genes/', 'api/genes/index.json'],
    ['/api/phages/', 'api/phages/index.json'],
    ['/api/genes/?format=api&page=2', 'api/genes/page/2.json'],
    ['/api/phages/?page=4', noSuchPage],
    ['/api/?page=99', 'api/index.json'],
    // plain files
    ['/api/index.json', 'api/index.json'],
    ['/api/genes/index.json', 'api/genes/index.json'],
    ['/api/genes/index.json?page=2', 'api/genes/index.json'],
    ['/api/genes/page/12.json', 'api/genes/page/12.json'],
    ['/api/genes/page/12.json?page=99', 'api/genes/page/12.json'],
    ['/api/genes/page/%312.json', 'api/genes/page/12.json'],
    ['/api/genes/page/13.json', nothingThere],
    ['/api/genes/page/0.json', nothingThere],
    ['/api/genes/page/02.json', nothingThere],
    ['/api/genes/page/2.JSON', nothingThere],
    ['/api/genes/page/2.json/', nothingThere],
    ['/api/genes/page/2', nothingThere],
    [`/api/genes/page/${'9'.repeat(400)}.json`, nothingThere],
    // records
    ['/api/phages/Trixie/', 'api/phages/Trixie/index.json'],
    ['/api/phages/Trixie/?page=99', 'api/phages/Trixie/index.json'],
    ['/api/phages/%C3%89clair/', 'api/phages/Éclair/index.json'],
    ['/api/phages/Éclair/', 'api/phages/Éclair/index.json'],
    ['/api/phages/Mr+Spaced/', 'api/phages/Mr+Spaced/index.json'],
    ['/api/phages/100%25/', 'api/phages/100%/index.json'],
    ['/api/phages/100%2525/', 'api/phages/100%25/index.json'],
    ['/api/genes/page/', 'api/genes/page/index.json'],
    ['/api/genes/2.json/', 'api/genes/2.json/index.json'],
    // names that no record can have
    ['/api/phages/%/', nothingThere],
    ['/api/phages/%C3/', nothingThere],
    ['/api/phages/a%00b/', nothingThere],
    ['/api/phages/a%2Fb/', nothingThere],
    ['/api/phages/a%5Cb/', nothingThere],
    ['/api/phages/a\\b/', nothingThere],
    ['/api/phages/%2e%2e/', nothingThere],
    ['/api/phages/INDEX.JSON', nothingThere],
    // views that list things are whole on page 1
    ['/api/genesbyphage/Trixie/?page=1', 'api/genesbyphage/Trixie/index.json'],
    ['/api/genesbyphage/Trixie/?page=2', noSuchPage],
    ['/api/genesbyphage/Trixie/index.json?page=2', 'api/genesbyphage/Trixie/index.json'],
    ['/api/genesbyphage/Trixie?page=2', '301 /phages/api/genesbyphage/Trixie/?page=2'],
    ['/api/sequenced_phages/?page=0', noSuchPage],
    ['/api/clusters/?page=2', noSuchPage],
    // those that answer one object take no page, as records do
    ['/api/clusters/A/?page=2', 'api/clusters/A/index.json'],
    ['/api/clusters/A/nothing/?page=2', nothingThere],
    // paths where nothing can be
    ['/api//', nothingThere],
    ['/api//genes/', nothingThere],
    ['/api/genes//', nothingThere],
    ['/api/genes//page/2.json', nothingThere],
    ['/api/./genes/', nothingThere],
    ['/api/../release.json', nothingThere],
    ['/api/%2e%2e/release.json', nothingThere],
    ['/api/genes/..', nothingThere],
    ['/api/Genes/', nothingThere],
    ['/api/gene/', nothingThere],
    ['/api/constructor/', nothingThere],
    ['/api/genes/a/b/', nothingThere],
    ['/api/genes/index.json/', nothingThere],
    ['/api/index.json/', nothingThere],
    ['/API/', nothingThere],
    // not the API's
    ['/', 'outside'],
    ['', 'outside'],
    ['*', 'outside'],
    ['api/', 'outside'],
    ['/apis/', 'outside'],
    ['/api.json', 'outside'],
    ['//api/', 'outside'],
    ['/%/api/', 'outside'],
    ['/api%2Fgenes/', 'outside'],
    // an escape that need not be one is still the same path
    ['/%61pi/g%65nes/', 'api/genes/index.json'],
    // without the final slash
    ['/api', '301 /phages/api/'],
    ['/api/genes', '301 /phages/api/genes/'],
    ['/api/genes?format=api&page=2', '301 /phages/api/genes/?format=api&page=2'],
    ['/api/phages/Trixie', '301 /phages/api/phages/Trixie/'],
    ['/api/phages/%c3%89clair', '301 /phages/api/phages/%C3%89clair/'],
    ['/api/phages/100%25', '301 /phages/api/phages/100%25/'],
    ['/api/phages/a%3Fb%23c', '301 /phages/api/phages/a%3Fb%23c/'],
    ['/api/genes/page', '301 /phages/api/genes/page/'],
    [
      '/api/genes?a\r\nSet-Cookie:%0Ab é\ud800',
      '301 /phages/api/genes/?a%0D%0ASet-Cookie:%0Ab%20%C3%A9%EF%BF%BD',
    ],
    // Whole characters beside a half one stay whole.
    ['/api/genes?\ud83e🧬', '301 /phages/api/genes/?%EF%BF%BD%F0%9F%A7%AC'],
    ['/api/genes?🧬\uddecé🧬', '301 /phages/api/genes/?%F0%9F%A7%AC%EF%BF%BD%C3%A9%F0%9F%A7%AC'],
    ['/api/nothing', nothingThere],
  ])('%j is answered with %j', (target, expected) => {
    expect(brief(ask(method, target))).toBe(expected);
  });
});

describe('a list that offers several sizes of pages (L5)', () => {
  const pageSets = { genes: pageSetsOf(1150, 100, [500, 'all']) };
  const sized = { ...site, pageSets };
  const at = (target: string, method = 'GET') => {
    const [path = '', query = ''] = target.split('?');
    return brief(route({ method, path, query }, sized));
  };

  test.each([
    ['/api/genes/', 'api/genes/index.json'],
    ['/api/genes/?page_size=500', 'api/genes/page-size/500/page/1.json'],
    ['/api/genes/?page_size=1149&page=last', 'api/genes/page-size/500/page/3.json'],
    ['/api/genes/index.json?page_size=500', 'api/genes/index.json'],
    ['/api/phages/?page_size=500', 'api/phages/index.json'],
    ['/api/sequenced_phages/?page_size=1', 'api/sequenced_phages/index.json'],
    ['/api/genes?page_size=500', '301 /phages/api/genes/?page_size=500'],
    // plain files
    ['/api/genes/page-size/500/page/3.json', 'api/genes/page-size/500/page/3.json'],
    ['/api/genes/page-size/all/page/1.json?page=7', 'api/genes/page-size/all/page/1.json'],
    ['/api/genes/page-size/500/page/03.json', nothingThere],
    ['/api/genes/page-size/null/page/1.json', nothingThere],
    ['/api/genes/page-size//page/1.json', nothingThere],
    ['/api/phages/page-size/500/page/1.json', nothingThere],
    ['/api/genes/page-size/500/', nothingThere],
    // a record of that name
    ['/api/genes/page-size/', 'api/genes/page-size/index.json'],
  ])('%s is answered with %s', (target, expected) => {
    expect(at(target)).toBe(expected);
  });

  test('is described whatever the size', () => {
    expect(at('/api/genes/?page_size=500&page=9', 'OPTIONS')).toBe('options/genes.json');
    const file = '/api/genes/page-size/500/page/3.json';
    expect(at(file, 'OPTIONS')).toBe('options/genes.json');
    expect(at(file.replace('3.', '4.'), 'OPTIONS')).toBe(nothingThere);
    expect(at(file, 'POST')).toContain('405');
  });
});

describe('OPTIONS (M3)', () => {
  test.each([
    ['/api/index.json', 'options/root.json', 'options/root.json'],
    ['/api/clusters/?page=99', 'options/clusters.json', 'api/clusters/index.json'],
    ['/api/phages/index.json', 'options/phages.json', 'options/phages.json'],
    ['/api/genes/x/', 'options/gene.json', 'api/genes/x/index.json'],
    ['/api/phages/x/index.json', 'options/phage.json', 'api/phages/x/index.json'],
  ])('%s is described by %s, if %s is published', (target, file, dependsOn) => {
    expect(ask('OPTIONS', target)).toEqual({
      kind: 'file',
      status: 200,
      file,
      dependsOn,
      holds: 'description',
    });
  });

  test.each([
    ['/api/nothing/', nothingThere],
    ['/api/phages/%/', nothingThere],
    ['/api/genes?page=2', '301 /phages/api/genes/?page=2'],
    ['/', 'outside'],
  ])('%s is answered as for GET: %s', (target, expected) => {
    expect(brief(ask('OPTIONS', target))).toBe(expected);
  });
});

test.each(['/api', '/api/genes/?page=99', '/api/../'])(
  'another method on %s is refused by its name (M4)',
  (target) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'get', 'options', '']) {
      expect(ask(method, target)).toEqual({
        kind: 'error',
        status: 405,
        body: JSON.stringify({ detail: `Method "${method}" not allowed.` }),
      });
    }
  },
);

describe('on a site whose names match in any case', () => {
  const folding = { ...site, caseInsensitiveNames: true };
  const at = (path: string, method = 'GET') => route({ method, path, query: '' }, folding);

  test.each([
    ['/api/phages/Trixie/', 'api/phages/trixie/index.json'],
    ['/api/phages/tRIXIE/', 'api/phages/trixie/index.json'],
    ['/api/phages/%C3%89CLAIR/', 'api/phages/éclair/index.json'],
    ['/api/clusters/AB/phagelist/', 'api/clusters/ab/phagelist/index.json'],
    ['/api/host_genera/7/', 'api/host_genera/7/index.json'],
    // Only names fold.
    ['/api/Phages/Trixie/', nothingThere],
    ['/api/genes/INDEX.json', nothingThere],
    // A redirect keeps the name as it was sent (A2).
    ['/api/phages/tRIXIE', '301 /phages/api/phages/tRIXIE/'],
  ])('%s is answered with %s', (path, expected) => {
    expect(brief(at(path))).toBe(expected);
  });

  test('OPTIONS depends on the record that GET answers (M3)', () => {
    expect(at('/api/phages/tRIXIE/', 'OPTIONS')).toMatchObject({
      file: 'options/phage.json',
      dependsOn: 'api/phages/trixie/index.json',
    });
  });

  test('a name that lower case makes too long is found as it is', () => {
    const name = '\u023a'.repeat(100);
    expect(brief(at(`/api/phages/${encodeURIComponent(name)}/`))).toBe(
      `api/phages/${name}/index.json`,
    );
  });

  test('every spelling of a name leads to one file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (name) => {
        const of = (one: string) => brief(at(`/api/phages/${encodeURIComponent(one)}/`));
        if (of(name) !== nothingThere) expect(of(name.toLowerCase())).toBe(of(name));
      }),
    );
  });
});

test('without a prefix a redirect stays on this host (A2)', () => {
  const answer = route({ method: 'GET', path: '/api/genes', query: '' }, { ...site, prefix: '' });
  expect(brief(answer)).toBe('301 /api/genes/');
});

describe('whatever is asked', () => {
  const pieces = fc.constantFrom(
    ...'/ // . .. %2e %2f %5c \\ %00 %0d%0a \r\n \0 % ?'.split(' '),
    ...'api API genes phages page index.json 2.json Trixie @evil.example é \ud800 CON'.split(' '),
    ' ',
    'x'.repeat(201),
  );
  const tails = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 8 }).map((some) => some.join('')),
  );
  const paths = fc.oneof(
    tails,
    tails.map((tail) => `/api/${tail}`),
    tails.map((tail) => `/api/genes/${tail}`),
  );
  const methods = fc.oneof(fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST'), fc.string());
  const prefixes = fc.constantFrom('', '/phages', '/a/b');
  const requests = fc.record({ method: methods, path: paths, query: tails });

  test('the route answers, and a file it names lies in the site', () => {
    fc.assert(
      fc.property(requests, prefixes, (request, prefix) => {
        const answer = route(request, { ...site, prefix });
        if (answer.kind !== 'file') return;
        for (const file of [answer.file, answer.dependsOn]) {
          expect(file).toMatch(/^(api|options)\//);
          expect(file).not.toMatch(/[\\\0]/);
          for (const segment of file.split('/')) expect(segment).not.toMatch(/^\.{0,2}$/);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a redirect stays on this host and adds no header (A2)', () => {
    fc.assert(
      fc.property(requests, prefixes, (request, prefix) => {
        const answer = route(request, { ...site, prefix });
        if (answer.kind !== 'redirect') return;
        expect(answer.location).toMatch(/^\/[!-~]*$/);
        expect(answer.location.startsWith('//')).toBe(false);
        expect(answer.location.startsWith(`${prefix}/api/`)).toBe(true);
        const url = new URL(answer.location, 'https://example.org');
        expect(url.host).toBe('example.org');
        expect(url.pathname.endsWith('/')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('a redirect leads to an answer, never to another redirect (A2)', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const answer = route({ method: 'GET', path, query: '' }, { ...site, prefix: '' });
        if (answer.kind !== 'redirect') return;
        const next = route({ method: 'GET', path: answer.location, query: '' }, site);
        expect(next.kind).toBe('file');
      }),
    );
  });

  test('a record is found by its encoded name, and by no other (A3)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (name) => {
        const path = `/api/phages/${encodeURIComponent(name)}/`;
        const answer = route({ method: 'GET', path, query: '' }, site);
        if (answer.kind === 'file') expect(answer.file).toBe(`api/phages/${name}/index.json`);
        else expect(answer).toEqual(notFound);
      }),
    );
  });
});
