/** The name of a strain of hosts in addresses (V1). */

/** Genus, species and strain name, separated by spaces; empty ones are left out. Null for a strain without a name. */
export function strainName(host: Readonly<Record<string, unknown>>): string | null {
  if (!isText(host['strain_name'])) return null;
  return [host['genus'], host['species'], host['strain_name']].filter(isText).join(' ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
