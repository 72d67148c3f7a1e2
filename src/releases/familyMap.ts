/** Where the gene families of one release are in the next, by the genes that they share: numbers mean nothing by themselves. */

/** What became of families: those of `old` share genes with those of `new`, directly or through others of them. */
export interface FamilyChange {
  readonly kind: FamilyChangeKind;
  /** In order, like `now`; empty if they are new. */
  readonly old: readonly FamilySize[];
  readonly now: readonly FamilySize[];
  /** For each pair that shares any, how many genes. In order of both. */
  readonly shared: readonly (readonly [old: number, now: number, genes: number])[];
}

interface FamilySize {
  readonly id: number;
  readonly genes: number;
}

/**
 * `renumbered`: one family, by another number; `split`: one became several; `merged`: several became one; `regrouped`:
 * several became several; `gone`: none of its genes is left; `new`: none of its genes was there, or in a family.
 */
const familyChangeKinds = ['renumbered', 'split', 'merged', 'regrouped', 'new', 'gone'] as const;

type FamilyChangeKind = (typeof familyChangeKinds)[number];

/** How many changes there are of each kind. */
export function countFamilies(
  families: readonly Pick<FamilyChange, 'kind'>[],
): Record<FamilyChangeKind, number> {
  const countOf = (kind: FamilyChangeKind) => families.filter((one) => one.kind === kind).length;
  const counts = familyChangeKinds.map((kind) => [kind, countOf(kind)] as const);
  return Object.fromEntries(counts) as Record<FamilyChangeKind, number>;
}

export interface FamilyCount {
  /** A gene that is in both releases, and its family in each; null for none. */
  readonly kept: (old: number | null, now: number | null, genes?: number) => void;
  readonly removed: (old: number | null) => void;
  readonly added: (now: number | null) => void;
  /** The changes of families, in order of their first number. A family that only grew or shrank has none. */
  readonly changes: () => FamilyChange[];
  /** How many families have the number that they had, and any of their genes. */
  readonly same: () => number;
}

/** Counts genes by family. Memory grows with the number of families, not of genes. */
export function createFamilyCount(): FamilyCount {
  const [oldSizes, newSizes] = [new Map<number, number>(), new Map<number, number>()];
  /** Of families that gave genes to others: how many to which. */
  const moved = new Map<number, Map<number, number>>();
  const stayed = new Map<number, number>();
  const add = (to: Map<number, number>, id: number | null, genes = 1) => {
    if (id !== null) to.set(id, (to.get(id) ?? 0) + genes);
  };
  /** Families with anything but genes that stayed. */
  const sharedOf = (old: number): [now: number, genes: number][] => {
    const own = stayed.get(old);
    const others = [...(moved.get(old) ?? [])];
    return own === undefined ? others : [[old, own], ...others];
  };

  const groups = (): FamilyChange[] => {
    const sources = new Map<number, number[]>();
    for (const [old, targets] of moved)
      for (const now of targets.keys()) {
        const own = sources.get(now);
        if (own === undefined) sources.set(now, [old]);
        else own.push(old);
      }
    const sourcesOf = (now: number) => {
      const others = sources.get(now) ?? [];
      return stayed.has(now) ? [now, ...others] : others;
    };
    const done = new Set<number>();
    const found: FamilyChange[] = [];
    const make = (old: ReadonlySet<number>, now: ReadonlySet<number>) => {
      const [first, next] = [inOrder(old), inOrder(now)];
      const kind = kindOf(first, next);
      if (kind === null) return;
      const sized = (ids: readonly number[], sizes: ReadonlyMap<number, number>) =>
        ids.map((id) => ({ id, genes: sizes.get(id) ?? 0 }));
      const shared = first.flatMap((from) =>
        sharedOf(from)
          .toSorted(([a], [b]) => a - b)
          .map(([to, genes]) => [from, to, genes] as const),
      );
      found.push({ kind, old: sized(first, oldSizes), now: sized(next, newSizes), shared });
    };
    for (const start of oldSizes.keys()) {
      if (done.has(start)) continue;
      const [old, now] = [new Set([start]), new Set<number>()];
      // Grows while it is walked.
      for (const from of old) {
        done.add(from);
        for (const [to] of sharedOf(from)) {
          if (now.has(to)) continue;
          now.add(to);
          for (const other of sourcesOf(to)) old.add(other);
        }
      }
      make(old, now);
    }
    for (const id of newSizes.keys())
      if (sourcesOf(id).length === 0) make(new Set(), new Set([id]));
    return found.sort((a, b) => firstOf(a) - firstOf(b) || a.old.length - b.old.length);
  };

  return {
    kept(old, now, genes = 1) {
      add(oldSizes, old, genes);
      add(newSizes, now, genes);
      if (old === null || now === null) return;
      if (old === now) return add(stayed, old, genes);
      const targets = moved.get(old) ?? new Map<number, number>();
      moved.set(old, targets);
      add(targets, now, genes);
    },
    removed: (old) => add(oldSizes, old),
    added: (now) => add(newSizes, now),
    changes: groups,
    same: () => stayed.size,
  };
}

function inOrder(ids: ReadonlySet<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}

function firstOf({ old, now }: FamilyChange): number {
  return (old[0] ?? now[0])?.id ?? 0;
}

/** Null for a family that is the same. */
function kindOf(old: readonly number[], now: readonly number[]): FamilyChangeKind | null {
  if (old.length === 0) return 'new';
  if (now.length === 0) return 'gone';
  if (old.length > 1) return now.length > 1 ? 'regrouped' : 'merged';
  if (now.length > 1) return 'split';
  return old[0] === now[0] ? null : 'renumbered';
}
