/** Shows progress on standard error: a bar on a terminal, a plain line a stage where it is piped. */
import { SingleBar } from 'cli-progress';
import { onExit } from 'signal-exit';
import type { Progress } from '../progress.ts';
import { formatBytes, formatCounted, formatSeconds } from '../text/quantities.ts';

type Unit = Parameters<Progress['stage']>[2];

/** Progress for the stream; shows nothing when `quiet`. */
export function createTerminalProgress(
  stream: NodeJS.WriteStream,
  options: { readonly quiet: boolean },
): Progress {
  if (options.quiet) return { stage() {}, advance() {}, end() {} };
  return stream.isTTY ? barProgress(stream) : lineProgress(stream);
}

function lineProgress(stream: NodeJS.WriteStream): Progress {
  return {
    stage(name, total, unit) {
      if (total > 0) stream.write(`${name} ${amount(total, unit)}\n`);
    },
    advance() {},
    end() {},
  };
}

function barProgress(stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | null = null;
  let done = 0;
  // A signal must not leave a terminal without its cursor.
  onExit(() => bar?.stop());
  return {
    stage(name, total, unit) {
      bar?.stop();
      done = 0;
      const startedAt = performance.now();
      bar = new SingleBar({
        stream,
        hideCursor: true,
        clearOnComplete: true,
        fps: 10,
        format: (_, { value }) => describe(name, value, total, unit, performance.now() - startedAt),
      });
      bar.start(total, 0);
    },
    advance(units) {
      done += units;
      bar?.update(done);
    },
    end() {
      bar?.stop();
      bar = null;
    },
  };
}

const barColumns = 24;

/** `Reading [=====    ] 210 MB of 490 MB, 120 MB a second, 2.33 s left`. */
export function describe(
  name: string,
  done: number,
  total: number,
  unit: Unit,
  elapsedMs: number,
): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * barColumns);
  const bar = `[${'='.repeat(filled)}${' '.repeat(barColumns - filled)}]`;
  const counts = `${amount(done, unit)} of ${amount(total, unit)}`;
  if (done === 0 || elapsedMs === 0) return `${name} ${bar} ${counts}`;
  const perSecond = Math.round((done / elapsedMs) * 1000);
  const left = formatSeconds((Math.max(0, total - done) / done) * elapsedMs);
  return `${name} ${bar} ${counts}, ${amount(perSecond, unit)} a second, ${left} left`;
}

function amount(units: number, unit: Unit): string {
  return unit === 'bytes' ? formatBytes(units) : formatCounted(units, unit.slice(0, -1));
}
