import { describe, expect, test } from 'vitest';
import { fileTarget, nextTarget, serviceAddress } from '../../../src/importing/service.ts';

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
  const path = "/phages/api/genesbyphage/Cl'%C3%A9/";
  const next = 'https://p.example/phages/api/genesbyphage/Cl%27%c3%a9/?page=2';
  expect(nextTarget(address, path, next)).toBe(`${path}?page=2`);
});

describe('a file', () => {
  test.each([
    ['https://p.example/media/a.fasta?x=1', '/media/a.fasta?x=1'],
    ['http://p.example/media/a.fasta', '/media/a.fasta'],
    ['/media/a.fasta', '/media/a.fasta'],
    ['https://p.example:8443/media/a.fasta', null],
    ['https://user@other.example/media/a.fasta', null],
    ['ftp://p.example/media/a.fasta', null],
    ['file:///etc/passwd', null],
  ])('%s is asked for as %s', (file, target) => {
    expect(fileTarget(address, file)).toBe(target);
  });
});
