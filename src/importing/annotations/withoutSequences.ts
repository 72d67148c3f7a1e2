/** Decides about GFF3 files in a folder whose sequences are missing: many programs write them beside the annotations. */
import path from 'node:path';
import type { ImportFault } from '../annotation.ts';
import type { ImportInput } from '../listInputs.ts';

/** The names of the sequences that were read with features of their own, by folder. */
export interface SequenceNames {
  readonly add: (input: ImportInput, names: readonly string[]) => void;
  readonly has: (input: ImportInput, name: string) => boolean;
}

export function createSequenceNames(): SequenceNames {
  const known = new Set<string>();
  const keyOf = ({ absolutePath }: ImportInput, name: string) =>
    `${path.dirname(absolutePath)}\0${name}`;
  return {
    add(input, names) {
      for (const name of names) known.add(keyOf(input, name));
    },
    has: (input, name) => known.has(keyOf(input, name)),
  };
}

/** A GFF3 file without sequences, and what is missing. */
export interface Incomplete {
  readonly input: ImportInput;
  readonly faults: readonly ImportFault[];
}

/** Why the file may be passed over; null if its features would be lost. */
export function passOverReason(
  { input, faults }: Incomplete,
  names: Pick<SequenceNames, 'has'>,
): string | null {
  if (faults.length === 0) return 'it has neither features nor a sequence';
  const isElsewhere = ({ lacking }: ImportFault) =>
    lacking !== undefined && names.has(input, lacking);
  if (!faults.every(isElsewhere)) return null;
  return 'it has no sequence; that of its features is in another file of the folder, which is read';
}
