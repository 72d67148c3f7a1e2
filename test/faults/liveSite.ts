/** A live site and new data for it: what each fault of a build must leave alone. */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { differences, inWorkFolder } from '../integration/workFolder.ts';
import { buildArgs, hashTree, type SiteVersions, type Version } from './siteVersions.ts';
import { type RunOptions, runStepped, startStepped, type SteppedRun } from './steppedRun.ts';
import { expectClear } from './steps.ts';

export interface LiveSite {
  readonly cwd: string;
  /** Where the site lies, relative to `cwd`. */
  readonly out: string;
  /** Starts a build of the new data. */
  readonly start: (options?: Partial<RunOptions>, more?: readonly string[]) => SteppedRun;
  /** Builds the new data to the end of it. */
  readonly build: (
    options?: Partial<RunOptions>,
    more?: readonly string[],
  ) => ReturnType<typeof runStepped>;
  /** Which version the site is, byte for byte; throws when it is none. */
  readonly version: () => Version;
  /** Once the fault is mended: builds the new data, and expects its whole site and nothing beside it. */
  readonly expectMended: () => Promise<void>;
}

// The old site, and what the data is for the next build.
const [before, after] = ['a', 'b'] as const;

/** Runs `use` beside a site of version `a` with the data of version `b`. */
export async function withLiveSite(
  sites: SiteVersions,
  use: (site: LiveSite) => Promise<void>,
  options: {
    readonly out?: string;
    readonly prepare?: (cwd: string) => void;
    /** Takes back what `prepare` did, whatever came of it. */
    readonly clear?: (cwd: string) => void;
  } = {},
): Promise<void> {
  const { out = 'dist', prepare, clear } = options;
  await inWorkFolder(async (cwd) => {
    prepare?.(cwd);
    try {
      await useIn(cwd);
    } finally {
      clear?.(cwd);
    }
  });

  async function useIn(cwd: string): Promise<void> {
    const args = [...buildArgs, '--out', out];
    sites.putData(cwd, before);
    const { status, stderr } = await runStepped(args, { cwd });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const beside = listBeside(cwd, out);
    sites.putData(cwd, after);

    const site: LiveSite = {
      cwd,
      out,
      start: (run, more = []) => startStepped([...args, ...more], { cwd, ...run }),
      build: (run, more = []) => runStepped([...args, ...more], { cwd, ...run }),
      version() {
        const found = hashTree(path.join(cwd, out));
        const version = ([before, after] as const).find(
          (candidate) => differences(sites.site(candidate), found).length === 0,
        );
        if (version === undefined) {
          const [fromOld, fromNew] = [before, after].map((one) =>
            differences(sites.site(one), found).join(', '),
          );
          throw new Error(
            `${out} differs from the old site in ${fromOld}, from the new in ${fromNew}`,
          );
        }
        return version;
      },
      async expectMended() {
        const next = await site.build();
        expectClear(next.stderr);
        expect(next).toMatchObject({ status: 0 });
        expect(site.version()).toBe(after);
        expect(listBeside(cwd, out)).toEqual(beside);
      },
    };
    await use(site);
  }
}

/** What lies in the folder of the site, links as what they are. */
function listBeside(cwd: string, out: string): string[] {
  const folder = path.dirname(path.join(cwd, out));
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => (lstatSync(path.join(folder, name)).isSymbolicLink() ? `${name}@` : name))
    .sort();
}
