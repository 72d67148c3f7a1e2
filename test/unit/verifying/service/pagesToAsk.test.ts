import { describe, expect, test } from 'vitest';
import { perList } from '../../../../src/contract/collectionName.ts';
import { pagesToAsk } from '../../../../src/verifying/service/filesToAsk.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOf, releaseWith } from '../manifest/manifestOf.ts';
import { serviceWith } from './someReplies.ts';

describe('pages as files', () => {
  const lastPages = { ...perList(() => 0), genes: 500, phages: 2 };
  const ask = (links: 'query' | 'path', sample: number | null) => {
    const { log } = createKeptLog();
    const manifest = manifestOf({ 'api/genes/page/1.json': 'one' });
    const service = serviceWith({ log, manifest, release: releaseWith({ links }) });
    const asked = pagesToAsk(service, lastPages, { sample, seed: 1 });
    return { asked, remark: log.tallies.L7.remark };
  };

  test('are asked for in a sample of each list, which is told', () => {
    const { asked, remark } = ask('query', null);
    expect(asked).toHaveLength(43 + 2);
    expect(remark).toBe('45 of 502 asked');
    const files = asked.map(({ file }) => file);
    expect(files).toEqual(
      expect.arrayContaining(['api/genes/page/1.json', 'api/genes/page/500.json']),
    );
    expect(files).not.toContain('api/genes/page/0.json');
  });

  test('have been read already where links lead to them, unless only a sample was', () => {
    expect(ask('path', null)).toEqual({ asked: [], remark: '502 of 502 asked' });
    expect(ask('path', 5).asked.length).toBeGreaterThan(0);
  });

  test('are right by the bytes of the manifest, and not where it lists none', () => {
    const { asked } = ask('query', null);
    const isRight = (file: string, text: string) =>
      asked.find((one) => one.file === file)?.isRight(Buffer.from(text));
    expect(isRight('api/genes/page/1.json', 'one')).toBe(true);
    expect(isRight('api/genes/page/1.json', 'two')).toBe(false);
    expect(isRight('api/genes/page/500.json', 'one')).toBe(false);
  });
});
