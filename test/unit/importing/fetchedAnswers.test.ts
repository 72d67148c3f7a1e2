import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fetchedFolder, openFetched, removeFetched } from '../../../src/importing/service.ts';
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
