import { expect, test } from 'vitest';
import { hostNames } from '../../../src/hosts/host.ts';
import { hosts } from '../../../src/hosts/hosts.ts';
import { hostNameFindings } from '../../../src/records/orderRules.ts';
import { told } from '../text/told.ts';

const hidden: readonly (readonly [name: string, hosts: readonly string[]])[] = [
  ['Trixie', []],
  ['Mr Spaced', []],
  ['100%', []],
  ['a.gz', []],
  ['_worker.js', ['static']],
  ['.htaccess', ['apache', 'netlify', 'static']],
  ['.git', ['cloudflare-pages', 'netlify', 'vercel', 'static']],
  ['.DS_Store', ['cloudflare-pages', 'netlify', 'vercel', 'static']],
  ['node_modules', ['cloudflare-pages', 'netlify', 'vercel']],
  ['.well-known', ['static']],
  ['what?', ['netlify']],
  ['#1', ['netlify', 'static']],
  ['__MACOSX_CDS_1', ['netlify', 'static']],
  ['CVS', ['vercel']],
  ['~', ['static']],
];

test.each(hidden)('%j is hidden by: %j', (name, by) => {
  const found = hostNames.filter((host) => hosts[host].hides(name) !== null);
  expect(found.toSorted()).toEqual([...by].toSorted());
});

test('a name is told at its place for each host that hides it, and for no other', () => {
  const place = { rank: 0, line: 3 };
  const names = ['Trixie', '.git'].map((name) => ({ name, pointer: '/phage_name', place }));
  const locate = () => ({ file: 'data/phages/x.ndjson', line: 3 });
  const found = [...hostNameFindings(names, [hosts.nginx, hosts.vercel], locate)];
  expect(found.map(told)).toEqual([
    'data/phages/x.ndjson:3: /phage_name: expected a name that Vercel can serve, found ".git", which Vercel leaves out [host-name]; hint: Choose another --host, or say --allow host-name to publish it all the same.',
  ]);
  expect([...hostNameFindings(names, [], locate)]).toEqual([]);
});
