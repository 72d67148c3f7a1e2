import { describe, expect, test } from 'vitest';
import { choiceIn, linkTo, routeOf } from '../../../src/web/route.ts';

describe('an address', () => {
  test.each([
    ['', { page: 'home' }],
    ['?utm_source=x', { page: 'home' }],
    ['?phages', { page: 'phages' }],
    ['?phages&cluster=A', { page: 'phages' }],
    ['?phage=Alpha', { page: 'phage', name: 'Alpha' }],
    ['?from=1&phage=Alpha', { page: 'phage', name: 'Alpha' }],
    ['?phage=', { page: 'home' }],
    ['?phage=%20', { page: 'home' }],
    ['?gene=%E2%80%8B', { page: 'home' }],
    ['?note=tape+measure', { page: 'note', name: 'tape measure' }],
    ['?gene=A%26B_CDS_1', { page: 'gene', name: 'A&B_CDS_1' }],
    ['?constructor', { page: 'home' }],
  ])('%s asks for a page', (query, route) => {
    expect(routeOf(query)).toEqual({ name: '', ...route });
  });

  test.each(['Alpha', 'A&B=C', 'Ä ö/?#', '<script>', '../x', 'a+b'])(
    'leads to the phage %s and back',
    (name) => {
      expect(routeOf(linkTo('phage', name))).toEqual({ page: 'phage', name });
    },
  );

  test('asks for a choice by its name, and for the first by any other', () => {
    const offered = { family: 'gene family', sharing: 'phages with it' };
    expect(choiceIn('?phage=A&color=sharing', 'color', offered)).toBe('sharing');
    expect(choiceIn('?phage=A&color=rainbow', 'color', offered)).toBe('family');
    expect(choiceIn('?phage=A', 'color', offered)).toBe('family');
  });

  test('is short for a page that is about nothing, and has its choices behind it', () => {
    expect(linkTo('home')).toBe('./');
    expect(linkTo('phages')).toBe('?phages');
    expect(linkTo('compare', '', { with: ['A', 'B'], align: null })).toBe('?compare&with=A&with=B');
  });
});
