/** What a strain of hosts is called in addresses (V1). */

/** Genus, species and strain name, with a space between, without what is empty; null for a strain without a name. */
export function strainName(host: Readonly<Record<string, unknown>>): string | null {
  if (!isText(host['strain_name'])) return null;
  return [host['genus'], host['species'], host['strain_name']].filter(isText).join(' ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
