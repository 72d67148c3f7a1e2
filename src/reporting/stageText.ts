/** One line about the progress of a stage, as detailed as the width allows. */
import type { ProgressUnit } from '../progress.ts';
import { formatBytes, formatCount, formatCounted, formatSeconds } from '../text/quantities.ts';

export interface StageState {
  readonly name: string;
  readonly done: number;
  /** Null if the total is unknown. */
  readonly total: number | null;
  readonly unit: ProgressUnit;
  readonly elapsedMs: number;
  /** Progress over all stages, 0 to 1; null if they are not known. */
  readonly overall: number | null;
}

const [longBar, shortBar] = [24, 10];

/**
 * ` 42 % Reading [=====    ] 210 MB of 490 MB, 120 MB a second, 2.33 s left`: the percentage is the command's, the
 * rest the stage's. Shorter than `columns`.
 */
export function describeStage(state: StageState, columns: number): string {
  const texts = [...versionsOf(state)];
  const shortest = texts.at(-1) ?? '';
  return texts.find((text) => text.length < columns) ?? shortest.slice(0, Math.max(0, columns - 1));
}

/** From the longest to the shortest. */
function* versionsOf(state: StageState): Generator<string> {
  const { done, total, unit, elapsedMs } = state;
  const head = headOf(state);
  if (total === null) {
    yield `${head} ${formatSeconds(elapsedMs)}`;
  } else {
    const already = unit === 'bytes' ? formatBytes(done) : formatCount(done);
    const counts = `${already} of ${amount(total, unit)}`;
    if (done > 0 && elapsedMs > 0) {
      const perSecond = amount(Math.round((done / elapsedMs) * 1000), unit);
      const left = formatSeconds((Math.max(0, total - done) / done) * elapsedMs);
      yield `${head} ${barOf(state, longBar)} ${counts}, ${perSecond} a second, ${left} left`;
      yield `${head} ${barOf(state, shortBar)} ${counts}, ${left} left`;
    }
    yield `${head} ${barOf(state, longBar)} ${counts}`;
    yield `${head} ${barOf(state, shortBar)} ${counts}`;
    yield `${head} ${barOf(state, shortBar)}`;
  }
  yield head;
}

function headOf({ name, overall }: StageState): string {
  return overall === null ? name : `${String(Math.floor(overall * 100)).padStart(3)} % ${name}`;
}

/** Progress of the stage, 0 to 1; 0 without a total. */
export function shareOf({ done, total }: Pick<StageState, 'done' | 'total'>): number {
  if (total === null) return 0;
  return total === 0 ? 1 : Math.min(1, done / total);
}

function barOf(state: StageState, columns: number): string {
  const filled = Math.round(shareOf(state) * columns);
  return `[${'='.repeat(filled)}${' '.repeat(columns - filled)}]`;
}

/** `490 MB` or `1,234 records`. */
export function amount(units: number, unit: ProgressUnit): string {
  return unit === 'bytes' ? formatBytes(units) : formatCounted(units, unit.slice(0, -1));
}
