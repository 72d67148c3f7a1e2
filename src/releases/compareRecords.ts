/** Compares the records of two releases by a merge of both streams: flat memory, and pages that are equal are not read. */
import { takeTurns } from '../base/files.ts';
import { compareText } from '../text/order.ts';
import type { RecordCursor } from './recordCursor.ts';

/** A record that is not the same in both releases: as it was and as it is, in canonical JSON. */
export interface RecordChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface CompareEffects {
  /** A promise that it returns is awaited. */
  readonly onChange: (change: RecordChange) => unknown;
  /** Called with a record that is the same in both. */
  readonly onSame?: ((record: RecordCursor) => void) | undefined;
  /** Called with the hash of a page whose records are the same in both. */
  readonly onSamePage?: ((sha256: string) => void) | undefined;
}

/**
 * Calls `onChange` with each record that differs, in order of key. `isNamed`: a key belongs to one record, which may have
 * changed; without, a record that differs is another one. Throws a Failure.
 */
export async function compareRecords(
  old: RecordCursor,
  now: RecordCursor,
  isNamed: boolean,
  { onChange, onSame, onSamePage }: CompareEffects,
): Promise<void> {
  const rest = takeTurns();
  const move = async (cursor: RecordCursor) => {
    const more = cursor.next();
    if (typeof more === 'boolean') return more;
    await rest();
    return more;
  };
  let [hasOld, hasNew] = [true, true];
  const moveBoth = async () => {
    for (
      let page = old.upcoming();
      page !== null && page === now.upcoming();
      page = old.upcoming()
    ) {
      onSamePage?.(page);
      old.skip();
      now.skip();
    }
    const [one, other] = [old.next(), now.next()];
    hasOld = typeof one === 'boolean' ? one : await one;
    hasNew = typeof other === 'boolean' ? other : await other;
  };
  /** All records from the current one on that have this key. */
  const groupOf = async (cursor: RecordCursor, key: string) => {
    const group = [textOf(cursor)];
    let more = await move(cursor);
    for (; more && cursor.key() === key; more = await move(cursor)) group.push(textOf(cursor));
    return { group, more };
  };

  await moveBoth();
  while (hasOld && hasNew) {
    if (isEqual(old, now)) {
      onSame?.(now);
      await moveBoth();
      continue;
    }
    const [oldKey, newKey] = [old.key(), now.key()];
    const order = compareText(oldKey, newKey);
    if (order < 0) {
      await onChange({ key: oldKey, before: textOf(old), after: null });
      hasOld = await move(old);
    } else if (order > 0) {
      await onChange({ key: newKey, before: null, after: textOf(now) });
      hasNew = await move(now);
    } else {
      const one = await groupOf(old, oldKey);
      const other = await groupOf(now, newKey);
      [hasOld, hasNew] = [one.more, other.more];
      const [gone, come] = withoutCommon(one.group, other.group);
      const changed = isNamed ? Math.min(gone.length, come.length) : 0;
      for (let at = 0; at < gone.length; at++)
        await onChange({
          key: oldKey,
          before: gone[at] ?? '',
          after: at < changed ? (come[at] ?? '') : null,
        });
      for (const after of come.slice(changed)) await onChange({ key: newKey, before: null, after });
    }
  }
  for (; hasOld; hasOld = await move(old))
    await onChange({ key: old.key(), before: textOf(old), after: null });
  for (; hasNew; hasNew = await move(now))
    await onChange({ key: now.key(), before: null, after: textOf(now) });
}

function isEqual(one: RecordCursor, other: RecordCursor): boolean {
  if (one.end - one.start !== other.end - other.start) return false;
  return one.bytes.compare(other.bytes, other.start, other.end, one.start, one.end) === 0;
}

function textOf({ bytes, start, end }: RecordCursor): string {
  return bytes.toString('utf8', start, end);
}

/** Both without what they have in common, each as often as both have it. */
function withoutCommon(
  one: readonly string[],
  other: readonly string[],
): [one: string[], other: string[]] {
  const left = [...other];
  const gone = one.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [gone, left];
}
