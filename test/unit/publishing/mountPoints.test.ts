import { describe, expect, test } from 'vitest';
import { assertReplaceable } from '../../../src/publishing/outFolder.ts';

/** The system's table with these mounts, besides those that are everywhere. */
function table(...mounts: readonly [device: string, root: string, point: string][]): string {
  const all = [['8:1', '/', '/'], ['0:22', '/', '/proc'], ...mounts];
  return all
    .map(
      ([device, root, point]) => `36 35 ${device} ${root} ${point} rw shared:1 - ext4 /dev/x rw\n`,
    )
    .join('');
}

describe('a folder is not replaced', () => {
  test('that is a mount point', () => {
    expect(() => assertReplaceable('/srv/dist', table(['8:2', '/', '/srv/dist']))).toThrow(
      '/srv/dist is a mount point, and a build replaces the whole folder.',
    );
  });

  test('that is bound to itself', () => {
    const bound = table(['8:1', '/srv/dist', '/srv/dist']);
    expect(() => assertReplaceable('/srv/dist', bound)).toThrow('is a mount point');
  });

  test('that holds a mount point', () => {
    const held = table(['8:2', '/', '/srv/dist/api']);
    expect(() => assertReplaceable('/srv/dist', held)).toThrow(
      'holds the mount point /srv/dist/api',
    );
  });

  test('that is seen elsewhere through a mount', () => {
    const bound = table(['8:1', '/srv/dist', '/var/www']);
    expect(() => assertReplaceable('/srv/dist', bound)).toThrow(
      '/srv/dist, or a part of it, is also mounted at /var/www',
    );
  });

  test('of which a part is seen elsewhere through a mount', () => {
    const bound = table(['8:1', '/srv/dist/bulk', '/var/www/bulk']);
    expect(() => assertReplaceable('/srv/dist', bound)).toThrow('also mounted at /var/www/bulk');
  });

  test('that is seen elsewhere, and lies on a mount itself', () => {
    const bound = table(['8:2', '/@home', '/home'], ['8:2', '/@home/me/dist', '/var/www']);
    expect(() => assertReplaceable('/home/me/dist', bound)).toThrow('also mounted at /var/www');
  });

  test('whose name the table writes in its own way', () => {
    const bound = table(['8:2', '/', '/srv/my\\040dist']);
    expect(() => assertReplaceable('/srv/my dist', bound)).toThrow('is a mount point');
  });
});

describe('a folder is replaced', () => {
  test.each<[what: string, mounts: [string, string, string][]]>([
    ['where nothing else is mounted', []],
    ['in a folder that is a mount point', [['8:2', '/', '/srv']]],
    ['in a folder that is seen elsewhere', [['8:1', '/srv', '/var/www']]],
    ['beside one that is a mount point', [['8:2', '/', '/srv/dist2']]],
    ['when a folder of that name on another disk is seen elsewhere', [['8:2', '/srv/dist', '/x']]],
  ])('%s', (_, mounts) => {
    expect(() => assertReplaceable('/srv/dist', table(...mounts))).not.toThrow();
  });

  test('where the system has no table', () => {
    expect(() => assertReplaceable('/srv/dist', '')).not.toThrow();
  });
});
