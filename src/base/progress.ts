/** The interface by which long work reports its progress; the caller decides how to show it. */

export type ProgressUnit = 'bytes' | 'records' | 'pages' | 'files' | 'requests';

export interface Progress {
  /** Starts a stage of `total` units, null if unknown; it replaces the previous stage. */
  readonly stage: (name: string, total: number | null, unit?: ProgressUnit) => void;
  /** Adds finished units. */
  readonly advance: (units: number) => void;
  /** No stage is under way any more. */
  readonly end: () => void;
}

/** The stages of a command in order, each with its usual share of the total time. */
export type ProgressPlan = readonly (readonly [stage: string, weight: number])[];
