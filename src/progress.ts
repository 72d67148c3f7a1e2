/** How long work tells how far it is; whoever shows it decides how. */

export interface Progress {
  /** Starts a stage of `total` units; it replaces the stage before. */
  readonly stage: (
    name: string,
    total: number,
    unit: 'bytes' | 'records' | 'pages' | 'files' | 'requests',
  ) => void;
  /** So many more units are done. */
  readonly advance: (units: number) => void;
  /** No stage is under way any more. */
  readonly end: () => void;
}
