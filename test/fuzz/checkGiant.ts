/** Writes a source of a size that nobody means, and checks it with the program in bounded time and memory. */
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { runCli } from '../integration/runCli.ts';
import { tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder } from '../integration/workFolder.ts';

const usageHook = path.join(import.meta.dirname, 'usageHook.cjs');

interface Checked {
  readonly status: number | null;
  readonly findings: readonly {
    readonly rule: string;
    readonly line: number | null;
    readonly pointer: string;
    readonly found: string;
  }[];
  readonly errors: number;
  readonly records: { readonly genes: number; readonly phages: number };
  readonly peakBytes: number;
  readonly cpuMs: number;
}

/** Text of which a part is repeated: made piece by piece, so that the test needs no memory either. */
export interface Giant {
  readonly before: string;
  readonly repeated: string;
  readonly times: number;
  readonly after: string;
}

/** A JSON record with a value of its own at a field, in two parts around it. */
export function around(record: object, field: string): { before: string; after: string } {
  const marker = '"around-this"';
  const [before = '', after = ''] = JSON.stringify({ ...record, [field]: 'around-this' }).split(
    marker,
  );
  return { before, after };
}

/** The same, inside a text. */
export function inText(record: object, field: string, end = '') {
  const { before, after } = around(record, field);
  return { before: `${before}"`, after: `${end}"${after}` };
}

export const gene = tinyGene('Quillon', 1);
export const phage = tinyPhage('Quillon');
export const notes = around(gene, 'Notes');
export const hosts = around(phage, 'verified_hosts');
export const million = 1_000_000;
export const megabyte = 1 << 20;

/** Processor time, not the clock, which runs on while other programs have the machine. */
export interface Bounds {
  readonly peakBytes: number;
  readonly cpuMs: number;
}

export const usualBounds: Bounds = { peakBytes: 1024 * megabyte, cpuMs: 20_000 };

export const longNote: Giant = {
  ...inText(gene, 'Notes'),
  repeated: 'a',
  times: 100 * megabyte,
};

export function expectBounded({ peakBytes, cpuMs }: Checked, bounds = usualBounds): void {
  expect(peakBytes).toBeGreaterThan(0);
  expect(peakBytes).toBeLessThan(bounds.peakBytes);
  expect(cpuMs).toBeLessThan(bounds.cpuMs);
}

/** Writes the source into a folder of its own and checks it with the program. */
export function checkGiant(
  file: string,
  giant: Giant,
  options: readonly string[] = [],
): Promise<Checked> {
  return inWorkFolder(async (cwd) => {
    const target = path.join(cwd, 'data', file);
    for (const name of ['genes', 'phages'])
      mkdirSync(path.join(cwd, 'data', name), { recursive: true });
    writeGiant(target.replace(/\.gz$/, ''), giant, target.endsWith('.gz'));
    const usageFile = path.join(cwd, 'usage');
    const args = ['check', '--format', 'json', '--max-errors', '3', ...options];
    const { status, stdout, stderr } = await runCli(args, {
      cwd,
      env: {
        NODE_OPTIONS: `--require ${usageHook}`,
        PHAGEPRESS_USAGE_FILE: usageFile,
        // What it leaves when it has to be killed goes with the folder.
        TMPDIR: cwd,
      },
    });
    if (stdout === '') throw new Error(`ended with ${status}: ${stderr.slice(0, 2000)}`);
    const { findings, errors, records } = JSON.parse(stdout);
    const took = JSON.parse(readFileSync(usageFile, 'utf8')) as Pick<
      Checked,
      'peakBytes' | 'cpuMs'
    >;
    return { status, findings, errors: errors.total, records, ...took };
  });
}

const partBytes = 1 << 20;

function writeGiant(
  target: string,
  { before, repeated, times, after }: Giant,
  isZipped: boolean,
): void {
  const handle = openSync(isZipped ? `${target}.gz` : target, 'w');
  // Members behind each other are one file.
  const put = (text: string) => {
    const bytes = Buffer.from(text);
    writeSync(handle, isZipped ? gzipSync(bytes, { level: constants.Z_BEST_SPEED }) : bytes);
  };
  try {
    put(before);
    const perPart = Math.max(1, Math.floor(partBytes / Math.max(1, repeated.length)));
    const isNumbered = repeated.includes('#');
    const part = repeated.repeat(perPart);
    for (let done = 0; done < times; done += perPart) {
      const count = Math.min(perPart, times - done);
      if (isNumbered) {
        put(
          Array.from({ length: count }, (_, at) => repeated.replace('#', String(done + at))).join(
            '',
          ),
        );
      } else {
        put(count === perPart ? part : repeated.repeat(count));
      }
    }
    put(after);
  } finally {
    closeSync(handle);
  }
}
