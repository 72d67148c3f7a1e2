/** How far the annotation of a phage is, as Phamerator's databases say it. */
export const phageStatuses = ['draft', 'final', 'unknown'] as const;
export type PhageStatus = (typeof phageStatuses)[number];
