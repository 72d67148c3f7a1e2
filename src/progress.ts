/** The interface by which long work reports its progress; the caller decides how to show it. */

export type ProgressUnit = 'bytes' | 'records' | 'pages' | 'files' | 'requests';

export interface Progress {
  /** Starts a stage of `total` units, null where nobody can say how many; it replaces the stage before. */
  readonly stage: (name: string, total: number | null, unit?: ProgressUnit) => void;
  /** So many more units are done. */
  readonly advance: (units: number) => void;
  /** No stage is under way any more. */
  readonly end: () => void;
}

/** The stages of a command in their order, each with how long it takes of the whole, as a rule. */
export type ProgressPlan = readonly (readonly [stage: string, weight: number])[];
