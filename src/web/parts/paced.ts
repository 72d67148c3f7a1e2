/** Limits the rate of calls, such as those of a key that is held down. */
import { useEffect, useMemo, useRef } from 'preact/hooks';

// Browsers refuse to change the address more often.
const leastMs = 400;

/**
 * Calls `act` at once, or after some time with the last value of those that come meanwhile; not once its part of the page
 * is gone.
 */
export function usePaced<Value>(act: (value: Value) => void): (value: Value) => void {
  const latest = useRef(act);
  latest.current = act;
  const paced = useMemo(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let last = Number.NEGATIVE_INFINITY;
    const call = (value: Value) => {
      last = performance.now();
      latest.current(value);
    };
    return {
      stop: () => clearTimeout(waiting),
      take: (value: Value) => {
        clearTimeout(waiting);
        const rest = last + leastMs - performance.now();
        if (rest <= 0) call(value);
        else waiting = setTimeout(() => call(value), rest);
      },
    };
  }, []);
  useEffect(() => paced.stop, []);
  return paced.take;
}
