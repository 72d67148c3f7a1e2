/** TODO */

/** The annotation status of a phage, as in Phamerator's databases. */
export const phageStatuses = ['draft', 'final', 'unknown'] as const;
export type PhageStatus = (typeof phageStatuses)[number];
