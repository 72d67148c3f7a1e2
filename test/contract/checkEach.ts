/** Many checks in one test: all are made, several at a time, and each that fails is named with its own message. */

/** Enough to keep a server busy. */
const atOnce = 8;
/** With what was expected and found; of more, the first line says enough. */
const shownInFull = 20;

/** Throws an AggregateError, whose errors Vitest shows one by one. */
export async function checkEach<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<void> | void,
  nameOf: (item: Item) => string = String,
): Promise<void> {
  const failed = new Map<number, Error>();
  const rest = items.entries();
  const work = async () => {
    for (const [at, item] of rest) {
      try {
        await check(item);
      } catch (error) {
        failed.set(at, named(nameOf(item), error));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failed.size === 0) return;
  const errors = [...failed].toSorted(([a], [b]) => a - b).map(([, error]) => error);
  const more = errors.slice(shownInFull).map(({ message }) => message.replace(/\n.*/s, ''));
  const summary = `${failed.size} of ${items.length} fail${more.length === 0 ? '' : `; these, too:\n${more.join('\n')}`}`;
  throw new AggregateError([...errors.slice(0, shownInFull), new Error(summary)], summary);
}

function named(name: string, error: unknown): Error {
  const known = error instanceof Error ? error : new Error(String(error));
  known.message = `${name}: ${known.message}`;
  return known;
}
