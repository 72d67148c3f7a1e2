import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { removeFolders } from '../../../src/publishing/publishSite.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const replyTimeout = { patienceMs: 60_000, signal: null };
const programs = process.env['PATH'];

afterEach(() => {
  process.env['PATH'] = programs;
});

/** Some machines have no program that removes folders. */
const ways: readonly [way: string, path: string | undefined][] = [
  ['by a program of the machine', programs],
  ['where there is no such program', '/nowhere'],
];

test.each(ways)('folders go with all in them, nothing that links lead to, %s', async (_, found) => {
  process.env['PATH'] = found;
  const folder = tempFolder({ 'old/a/b.json': '1', 'older/c.json': '2', 'kept/d.json': '3' });
  symlinkSync(path.join(folder, 'kept'), path.join(folder, 'old/a/link'));
  await removeFolders([path.join(folder, 'old'), path.join(folder, 'older')], replyTimeout);
  expect(existsSync(path.join(folder, 'old'))).toBe(false);
  expect(existsSync(path.join(folder, 'older'))).toBe(false);
  expect(existsSync(path.join(folder, 'kept/d.json'))).toBe(true);
});

test.each(ways)('a folder without permission to change it goes too, %s', async (_, found) => {
  process.env['PATH'] = found;
  const folder = tempFolder({ 'old/a/b.json': '1' });
  chmodSync(path.join(folder, 'old/a'), 0o500);
  await removeFolders([path.join(folder, 'old')], replyTimeout);
  expect(existsSync(path.join(folder, 'old'))).toBe(false);
});

test('nobody waits longer than they want to', async () => {
  const folder = tempFolder({ 'old/a.json': '1' });
  const interruption = new AbortController();
  interruption.abort();
  await removeFolders([path.join(folder, 'old')], { ...replyTimeout, signal: interruption.signal });
  await removeFolders([path.join(folder, 'old')], replyTimeout);
  expect(existsSync(path.join(folder, 'old'))).toBe(false);
});

test('what is gone already is no failure', async () => {
  await removeFolders([], replyTimeout);
  await removeFolders([path.join(tempFolder(), 'gone')], replyTimeout);
});
