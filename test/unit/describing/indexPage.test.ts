import { expect, test } from 'vitest';
import {
  isPublishedAbout,
  publishedAbout,
  publishedToAbout,
} from '../../../src/contract/siteOptions.ts';
import { indexPage, type PagedSite } from '../../../src/describing/pagesForPeople.ts';

const assets = { script: 'web/app-X.js', style: 'web/style-X.css', first: [] };
const list = { count: 1, page_size: 100, pages: 1 };
const site: PagedSite = {
  base_url: 'https://phages.example/x',
  views: [],
  bulk: ['ndjson'],
  collections: { genes: list, phages: list },
};
const hostile = `</script><script>alert("1")</script>'&`;

function html(about: PagedSite['about'] = {}): string {
  return Buffer.from(indexPage({ ...site, about }, assets).bytes).toString();
}

function linkedData(text: string): Record<string, unknown> {
  const [, json = ''] = /ld\+json">(.*?)<\/script>/.exec(text) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}

test('index.html shows texts of the publisher as texts', () => {
  const text = html({ title: hostile, description: hostile, citation: hostile });
  expect(text.match(/<script/g)).toHaveLength(2);
  expect(text).toContain(
    '<h1>&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;</h1>',
  );
  expect(linkedData(text)).toMatchObject({ name: hostile, citation: hostile });
});

test('index.html says without a script how much there is, and where search engines find it', () => {
  const text = html();
  expect(text).toContain('<li><strong>1</strong> phage</li><li><strong>1</strong> gene</li></ul>');
  expect(text).toContain('rel="canonical" id="page-address" href="https://phages.example/x/"');
  expect(text).not.toContain('href="phages/"');
});

test.each([
  ['Ada <ada@example.org>', { name: 'Ada' }, { name: 'Ada', email: 'ada@example.org' }],
  ['ada@example.org.', { name: 'ada@example.org.' }, { email: 'ada@example.org' }],
])('search engines are told of the contact %s', (contact, organization, contactPoint) => {
  expect(linkedData(html({ contact }))['creator']).toEqual({
    '@type': 'Organization',
    ...organization,
    contactPoint: { '@type': 'ContactPoint', ...contactPoint },
  });
});

test('search engines are told of creators, and then of the contact as who maintains it', () => {
  const creators = [
    { name: 'Ada Example', orcid: '0000-0002-1825-0097', affiliation: 'Example Lab' },
    { name: 'Bo' },
  ];
  const { creator, maintainer } = linkedData(html({ creators, contact: 'Lab' }));
  expect(creator).toEqual([
    {
      '@type': 'Person',
      '@id': 'https://orcid.org/0000-0002-1825-0097',
      name: 'Ada Example',
      affiliation: { '@type': 'Organization', name: 'Example Lab' },
    },
    { '@type': 'Person', name: 'Bo' },
  ]);
  expect(maintainer).toMatchObject({ '@type': 'Organization', name: 'Lab' });
});

test('what is said of a site comes back from its release, without what is empty', () => {
  const creators = [{ name: 'Bo' }];
  const about = { title: 'T', licenceUrl: 'https://l.example', contact: '', creators };
  const published = publishedAbout(about);
  expect(published).toEqual({ title: 'T', licence_url: 'https://l.example', creators });
  expect(publishedToAbout(published)).toEqual({
    title: 'T',
    licenceUrl: 'https://l.example',
    creators,
  });
  expect(isPublishedAbout(published)).toBe(true);
  const wrong = [[], [{ orcid: '0' }], [{ name: 1 }], [{ name: 'Bo', mail: 'x' }], 'Bo'];
  const others = wrong.map((one) => ({ creators: one }));
  expect(
    [null, [], { title: 1 }, { title: '' }, { other: 'x' }, ...others].some(isPublishedAbout),
  ).toBe(false);
});
