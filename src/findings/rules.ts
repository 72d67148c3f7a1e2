/** The names of all rules, what each means, and which may be allowed (S3). */

export type Severity = 'error' | 'warning';

interface RuleInfo {
  readonly severity: Severity;
  /** Whether `--allow` may turn its findings into warnings (S3); the rest would break the published form. */
  readonly allowable: boolean;
  readonly meaning: string;
}

export const rules = {
  source: {
    severity: 'error',
    allowable: false,
    meaning:
      'A file or folder of the sources is missing, empty, too large, cut short or cannot be read.',
  },
  'source-link': {
    severity: 'warning',
    allowable: false,
    meaning: 'A symbolic link leads out of the data folder and is not followed.',
  },
  'source-missing': {
    severity: 'error',
    allowable: true,
    meaning:
      'A folder genes/ or phages/ is not there, or holds files and no source, so that its list is empty.',
  },
  'source-unread': {
    severity: 'warning',
    allowable: true,
    meaning:
      'A file below the data folder is not read: it is of another kind, hidden, or elsewhere.',
  },
  unicode: {
    severity: 'error',
    allowable: false,
    meaning: 'Text is not UTF-8, or a string holds an unpaired surrogate.',
  },
  'json-syntax': { severity: 'error', allowable: false, meaning: 'The JSON is broken.' },
  'json-repeated-key': {
    severity: 'error',
    allowable: false,
    meaning: 'An object has the same key twice, so one of the values would be lost.',
  },
  'json-number': {
    severity: 'error',
    allowable: false,
    meaning: 'A number cannot be published with the digits it has in the source.',
  },
  'record-size': {
    severity: 'error',
    allowable: false,
    meaning: 'A record is too long or nested too deeply to be one.',
  },
  schema: {
    severity: 'error',
    allowable: false,
    meaning: 'A field is missing, unknown, or not of the form that schemas/ says.',
  },
  'null-value': {
    severity: 'error',
    allowable: true,
    meaning: 'A field is null where the interface names only a type.',
  },
  'gene-id-form': {
    severity: 'error',
    allowable: true,
    meaning: 'A GeneID is not <phage_name>_CDS_<integer>.',
  },
  'gene-length': {
    severity: 'error',
    allowable: true,
    meaning: 'Length is not Stop minus Start (true of genes in two parts or through the origin).',
  },
  'gene-id-unique': {
    severity: 'error',
    allowable: true,
    meaning:
      'Two genes have the same GeneID; its own address would answer the first in source order.',
  },
  'phage-name-unique': {
    severity: 'error',
    allowable: true,
    meaning:
      'Two phages have the same phage_name; its own address would answer the first in source order.',
  },
  'phage-summary-consistent': {
    severity: 'error',
    allowable: true,
    meaning: 'Genes of one PhageID carry different summaries of the phage.',
  },
  'pham-color-consistent': {
    severity: 'error',
    allowable: true,
    meaning: 'Genes of one PhamID carry different colours.',
  },
  'gene-phage-known': {
    severity: 'warning',
    allowable: true,
    meaning: 'A gene names a phage that has no phage record.',
  },
  'path-name': {
    severity: 'error',
    allowable: true,
    meaning:
      'A name cannot be a file name on every machine; if allowed, the record is in its list and has no address of its own.',
  },
  'name-case': {
    severity: 'error',
    allowable: true,
    meaning: 'Two names differ only by case, so some file systems cannot hold both.',
  },
  'host-name': {
    severity: 'error',
    allowable: true,
    meaning:
      'A name cannot have an address on a host that the site is built for, which hides it or takes it for its own.',
  },
  'local-base-url': {
    severity: 'error',
    allowable: true,
    meaning: 'A site is built for a host, and its links lead to the machine that reads them.',
  },
} as const satisfies Record<string, RuleInfo>;

export type RuleName = keyof typeof rules;

/** The user's choice of allowed and denied rules. */
export interface RuleChoices {
  /** Their findings are warnings (S3). */
  readonly allowed: ReadonlySet<RuleName>;
  /** Their findings are errors; disjoint from `allowed`. */
  readonly denied: ReadonlySet<RuleName>;
}

export function severityOf(rule: RuleName, { allowed, denied }: RuleChoices): Severity {
  if (denied.has(rule)) return 'error';
  return allowed.has(rule) ? 'warning' : rules[rule].severity;
}

export const ruleNames = Object.keys(rules).filter(isRuleName);

export const allowableRules = ruleNames.filter((name) => rules[name].allowable);

export function isRuleName(name: string): name is RuleName {
  return Object.hasOwn(rules, name);
}
