/** The published form of a record (L1), as validation gives it. */
import { describe, expect, test } from 'vitest';
import { collectionNames } from '../../../src/contract/collectionName.ts';
import { createRandom, type Random } from '../../fuzz/random.ts';
import { randomGene, randomPhage } from '../../fuzz/validRecords.ts';
import { exampleFeature, exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { canonical, validate, withValue } from './validate.ts';

const examples = { features: exampleFeature, genes: exampleGene, phages: examplePhage } as const;

describe('the canonical form', () => {
  test.each(collectionNames)('of %s has the keys of the specification in order', (collection) => {
    const published = JSON.stringify(examples[collection]);
    expect(canonical(collection, published)).toBe(published);
    expect(canonical(collection, JSON.stringify(examples[collection], null, 4))).toBe(published);
  });

  test('has the value of the source, however that was written, and is its own', () => {
    const random = createRandom(5);
    const makers = { genes: randomGene, phages: randomPhage };
    for (let run = 0; run < 400; run++) {
      const collection = random.pick(['genes', 'phages'] as const);
      const record = makers[collection](random);
      const plain = JSON.stringify(record);
      const once = canonical(collection, plain);
      expect(JSON.parse(once)).toStrictEqual(JSON.parse(plain));
      expect(canonical(collection, once)).toBe(once);
      const indent = random.pick([undefined, 2]);
      const spelt = JSON.stringify(withKeysReordered(record, random), null, indent);
      const source = random.oneIn(2) ? spelt.replaceAll(/[^ -~\n]/g, escapeUnit) : spelt;
      expect(canonical(collection, source)).toBe(once);
    }
  });
});

describe('text', () => {
  function notesOf(literal: string): string {
    const source = JSON.stringify({ ...exampleGene, Notes: '@' }).replace('"@"', literal);
    return /"Notes":(.*),"LocusTag"/s.exec(canonical('genes', source))?.[1] ?? '';
  }

  test.each([
    ['"naïve 噬菌体 🧬"', '"naïve 噬菌体 🧬"'],
    [String.raw`"na\u00efve \ud83e\uddec"`, '"naïve 🧬"'],
    ['"</script>&amp;"', '"</script>&amp;"'],
    [String.raw`"\u003c\/script\u003e\u0026"`, '"</script>&"'],
    ['"\u2028\u2029"', String.raw`"\u2028\u2029"`],
    [String.raw`"\u2028\u2029"`, String.raw`"\u2028\u2029"`],
    [String.raw`"\u0041\u00e9"`, '"Aé"'],
    [String.raw`"\t\n\r\b\f\"\\\u0000\u001F"`, String.raw`"\t\n\r\b\f\"\\\u0000\u001f"`],
    ['"\u007f\u0085\ufeff"', '"\u007f\u0085\ufeff"'],
    [String.raw`"\\u2028"`, String.raw`"\\u2028"`],
    [String.raw`"\\ud800"`, String.raw`"\\ud800"`],
  ])('%s is published as %s', (literal, published) => {
    expect(notesOf(literal)).toBe(published);
  });

  test('in a key of free form is published like any other', () => {
    const source = JSON.stringify({ ...examplePhage, verified_hosts: [{ '\u2028</': 1 }] });
    expect(canonical('phages', source)).toContain(String.raw`[{"\u2028</":1}]`);
  });
});

test.each([
  ['PhamID', '1.0', '1'],
  ['PhamID', '1.5E1', '15'],
  ['PhamID', '-0', '0'],
  ['PhamID', '9.007199254740991e15', '9007199254740991'],
  ['coverage', '1.10', '1.1'],
  ['coverage', '1e21', '1e+21'],
  ['coverage', '100000000000000000000', '100000000000000000000'],
  ['coverage', '-0.0', '0'],
  ['coverage', '1E-7', '1e-7'],
])('the %s %s is published as %s', (field, token, published) => {
  const collection = field === 'PhamID' ? 'genes' : 'phages';
  const source = JSON.stringify(examples[collection]);
  const spelt = source.replace(/"PhamID":512|"coverage":null/, `"${field}":${token}`);
  expect(canonical(collection, spelt)).toContain(`"${field}":${published},`);
});

describe('objects of free form', () => {
  function hostsOf(hosts: string): string {
    const source = JSON.stringify({ ...examplePhage, verified_hosts: '@' }).replace('"@"', hosts);
    const published = canonical('phages', source);
    return /"verified_hosts":(.*),"verified_non_hosts"/s.exec(published)?.[1] ?? '';
  }

  test.each([
    ['[]', '[]'],
    ['["https://phages.example/hosts/31/",{}]', '["https://phages.example/hosts/31/",{}]'],
    [
      '[ {"z":1,\n "a" :{"y":[null,true,{"b":0.5,"a":""}],"x":"/"}}]',
      '[{"z":1,"a":{"y":[null,true,{"b":0.5,"a":""}],"x":"/"}}]',
    ],
    ['[{"":1," ":2,"é":3,"🧬":4}]', '[{"":1," ":2,"é":3,"🧬":4}]'],
    [
      '[{"__proto__":{"x":1},"constructor":2,"toString":3}]',
      '[{"__proto__":{"x":1},"constructor":2,"toString":3}]',
    ],
    // Their keys keep their order, also where these are digits, or digits that are escaped.
    ['[{"id":1,"9":2,"10":3,"1":4}]', '[{"id":1,"9":2,"10":3,"1":4}]'],
    ['[{"b":1,"\\u0030":2}]', '[{"b":1,"0":2}]'],
    ['[{"b":1,"1\\u00390":2,"\\u0031":3}]', '[{"b":1,"190":2,"1":3}]'],
    ['[{"b":1,"\\u0035\\u0030" :2}]', '[{"b":1,"50":2}]'],
    ['[{"b":1,"\\u0061":2,"0\\u0030":3}]', '[{"b":1,"a":2,"00":3}]'],
  ])('%s are published as %s', (hosts, published) => {
    expect(hostsOf(hosts)).toBe(published);
  });
});

test('a value that is published with a null that is allowed keeps its place', () => {
  const source = JSON.stringify(withValue(exampleGene, '/PhageID', null));
  expect(validate('genes', source).record?.json).toBe(source);
});

/** The keys in another order; objects of free form lie in arrays, and keep theirs. */
function withKeysReordered(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => ({
    key,
    member: withKeysReordered(member, random),
    rank: random.next(),
  }));
  const reordered = entries.toSorted((a, b) => a.rank - b.rank);
  return Object.fromEntries(reordered.map(({ key, member }) => [key, member]));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
