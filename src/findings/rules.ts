/** The names of everything that can be wrong with data, what each means, and which may be allowed (S3). */

interface RuleInfo {
  readonly severity: 'error' | 'warning';
  /** Whether `--allow` may turn it into a warning (S3); the rest would break the published form. */
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
    severity: 'warning',
    allowable: false,
    meaning:
      'A folder genes/ or phages/ holds no source, or is misspelt, so that its list is empty.',
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
    meaning: 'Length is not Stop minus Start (true of genes in two parts).',
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
} as const satisfies Record<string, RuleInfo>;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules).filter(isRuleName);

export const allowableRules = ruleNames.filter((name) => rules[name].allowable);

export function isRuleName(name: string): name is RuleName {
  return Object.hasOwn(rules, name);
}
