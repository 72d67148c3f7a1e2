/** Counting sort, for records with small integer keys, such as pointers in notes. */

/** Stable counting sort of 0 to `count` - 1 by `numberOf`, which is below `groups`; returns the indices of a group. */
export function sortByNumber(
  count: number,
  numberOf: (index: number) => number,
  groups: number,
): (group: number) => Uint32Array {
  const starts = new Uint32Array(groups + 1);
  for (let index = 0; index < count; index++) {
    const after = numberOf(index) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let at = 1; at <= groups; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const ends = starts.slice();
  const sorted = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    const group = numberOf(index);
    const end = ends[group] ?? 0;
    sorted[end] = index;
    ends[group] = end + 1;
  }
  return (group) => sorted.subarray(starts[group], starts[group + 1]);
}
