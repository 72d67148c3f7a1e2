import { expect, test } from 'vitest';
import {
  apiHeaders,
  contentHeaders,
  errorHeaders,
  optionsHeaders,
  redirectHeaders,
} from '../../../src/contract/headers.ts';

test('every kind of answer carries the headers of M1', () => {
  const sets = [contentHeaders(300), optionsHeaders(300), redirectHeaders(300), errorHeaders];
  for (const headers of [apiHeaders, ...sets]) {
    expect(headers).toMatchObject({
      Allow: 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept',
    });
  }
});

test('JSON answers have a type without a charset (M2)', () => {
  for (const headers of [contentHeaders(300), optionsHeaders(300), errorHeaders]) {
    expect(headers['Content-Type']).toBe('application/json');
  }
});

test('an answer may be kept for as long as the site says (M5)', () => {
  expect(contentHeaders(300)['Cache-Control']).toBe('public, max-age=300');
  expect(contentHeaders(0)['Cache-Control']).toBe('public, max-age=0');
  expect(redirectHeaders(60)['Cache-Control']).toBe('public, max-age=60');
});

test('errors are not kept (M5)', () => {
  expect(errorHeaders['Cache-Control']).toBe('no-store');
});

test('only OPTIONS names the methods to a preflight (M3)', () => {
  expect(optionsHeaders(300)['Access-Control-Allow-Methods']).toBe('GET, HEAD, OPTIONS');
  expect(contentHeaders(300)).not.toHaveProperty('Access-Control-Allow-Methods');
});
