/** The bodies that hold no record: errors (L4, D2, M4) and the descriptions that OPTIONS answers (M3). */
import type { Description } from './sitePaths.ts';

export const invalidPageBody = errorBody('Invalid page.');
export const notFoundBody = errorBody('Not found.');

/** The body of a 405; without a method for hosts that cannot name it (M4). */
export function methodNotAllowedBody(method?: string): string {
  return errorBody(
    method === undefined ? 'Method not allowed.' : `Method "${method}" not allowed.`,
  );
}

/** An error as JSON text; `detail` is a sentence. */
export function errorBody(detail: string): string {
  return JSON.stringify({ detail });
}

const descriptions: Readonly<Record<Description, { name: string; description: string }>> = {
  root: { name: 'Api Root', description: 'The lists of this service.' },
  genes: { name: 'Gene List', description: 'Gene records in numbered pages, ordered by GeneID.' },
  phages: {
    name: 'Phage List',
    description: 'Phage records in numbered pages, ordered by phage_name.',
  },
  gene: { name: 'Gene Instance', description: 'One gene record.' },
  phage: { name: 'Phage Instance', description: 'One phage record.' },
};

/** The body that OPTIONS answers, in the style of Django REST framework (M3). */
export function optionsBody(of: Description): string {
  return JSON.stringify({ ...descriptions[of], renders: ['application/json'], parses: [] });
}
