/** The addresses of a service, and what it answered. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  fetchedFolder,
  fileTarget,
  nextTarget,
  openFetched,
  removeFetched,
  serviceAddress,
} from '../../../src/importing/service.ts';
import { inWorkFolder } from '../../integration/workFolder.ts';

const request = { from: 'https://p.example/api/', since: null };
const answer = { status: 200, body: Buffer.from('one\ntwo') };
const dayMs = 24 * 60 * 60 * 1000;

test('answers are found again for a day, by the same request alone', async () => {
  await inWorkFolder(async (cwd) => {
    const data = path.join(cwd, 'data');
    const now = Date.now();
    openFetched(data, request, now).put('/a', answer);
    expect(openFetched(data, request, now).get('/a')).toEqual(answer);
    expect(openFetched(data, request, now).get('/b')).toBeNull();
    expect(openFetched(data, request, now + dayMs - 60_000).get('/a')).toEqual(answer);
    expect(openFetched(data, { ...request, since: '2026-01-01' }, now).get('/a')).toBeNull();
    openFetched(data, request, now).put('/a', answer);
    expect(openFetched(data, request, now + dayMs + 60_000).get('/a')).toBeNull();
    removeFetched(data);
    expect(fs.readdirSync(cwd)).toEqual([]);
  });
});

test('half an answer is none, and neither is one to forget', async () => {
  await inWorkFolder(async (cwd) => {
    const data = path.join(cwd, 'data');
    const kept = openFetched(data, request, Date.now());
    kept.put('/a', answer);
    const folder = fetchedFolder(data);
    const file = fs.readdirSync(folder).find((name) => name !== 'request.json') ?? '';
    const whole = fs.readFileSync(path.join(folder, file));
    for (const bytes of [0, 1, 60, whole.length - 1]) {
      fs.writeFileSync(path.join(folder, file), whole.subarray(0, bytes));
      expect(kept.get('/a')).toBeNull();
    }
    kept.put('/a', answer);
    kept.forget('/a');
    expect(kept.get('/a')).toBeNull();
  });
});

test.each([
  ['https://p.example', 'https://p.example/api/', '/api/'],
  ['https://p.example/api', 'https://p.example/api/', '/api/'],
  ['https://p.example/phages', 'https://p.example/phages/api/', '/phages/api/'],
])('%s is the service at %s', (baseUrl, id, apiPath) => {
  expect(serviceAddress(baseUrl)).toEqual({ origin: 'https://p.example', apiPath, id });
});

const address = serviceAddress('https://p.example/phages');
const list = '/phages/api/genes/';

test.each([
  ['https://p.example/phages/api/genes/?page=2', `${list}?page=2`],
  ['http://other.example/api/genes/?format=api&page=2', `${list}?page=2`],
  ['/phages/api/genes/?cursor=a%2Bb', `${list}?cursor=a%2Bb`],
  ['https://other.example/x/api/genes/page/3.json', `${list}page/3.json`],
  ['https://p.example/phages/api/phages/?page=2', null],
  ['https://p.example/phages/api/genes/../../admin/?page=2', null],
  ['https://p.example/phages/api/genes/One_CDS_1/', null],
  ['https://p.example/phages/api/genes/', null],
  ['https://p.example/phages/api/genes/?format=api', null],
  ['https://p.example/?page=2', null],
  ['file:///phages/api/genes/?page=2', null],
  ['http://[', null],
])('next %s is asked for as %s', (next, target) => {
  expect(nextTarget(address, list, next)).toBe(target);
});

test('a name in the path of a list may be escaped in another way', () => {
  const ofPhage = "/phages/api/genesbyphage/Cl'%C3%A9/";
  const next = 'https://p.example/phages/api/genesbyphage/Cl%27%c3%a9/?page=2';
  expect(nextTarget(address, ofPhage, next)).toBe(`${ofPhage}?page=2`);
});

test.each([
  ['https://p.example/media/a.fasta?x=1', '/media/a.fasta?x=1'],
  ['http://p.example/media/a.fasta', '/media/a.fasta'],
  ['/media/a.fasta', '/media/a.fasta'],
  ['https://p.example:8443/media/a.fasta', null],
  ['https://user@other.example/media/a.fasta', null],
  ['ftp://p.example/media/a.fasta', null],
  ['file:///etc/passwd', null],
])('a file %s is asked for as %s', (file, target) => {
  expect(fileTarget(address, file)).toBe(target);
});
