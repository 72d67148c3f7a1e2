/** The names of all rules, what each means, and which may be allowed (S3). */

export type Severity = 'error' | 'warning';

interface RuleInfo {
  readonly severity: Severity;
  /** Whether `--allow` may turn its findings into warnings (S3). */
  readonly allowable: boolean;
  readonly meaning: string;
}

/** For rules whose findings would break the published form. */
const error = (meaning: string): RuleInfo => ({ severity: 'error', allowable: false, meaning });
const allowableError = (meaning: string): RuleInfo => ({ ...error(meaning), allowable: true });
const warning = (meaning: string): RuleInfo => {
  return { severity: 'warning', allowable: true, meaning };
};

export const rules = {
  source: error(
    'A file or folder of the sources is missing, empty, too large, cut short or cannot be read.',
  ),
  'source-link': {
    severity: 'warning',
    allowable: false,
    meaning: 'A symbolic link leads out of the data folder and is not followed.',
  },
  'source-missing': allowableError(
    'genes/ or phages/ is missing, or has only files that are not read, so its list would be empty.',
  ),
  'source-unread': warning(
    'A file below the data folder is not read: it is of another kind, hidden, or elsewhere.',
  ),
  unicode: error('Text is not UTF-8, or a string holds an unpaired surrogate.'),
  'json-syntax': error('The JSON is broken.'),
  'json-repeated-key': error(
    'An object has the same key twice, so one of the values would be lost.',
  ),
  'json-number': error('A number cannot be published with the digits it has in the source.'),
  'record-size': error('A record is too long or nested too deeply to be one.'),
  schema: error('A field is missing, unknown, or not of the form that schemas/ says.'),
  'null-value': allowableError('A field is null where the interface names only a type.'),
  'gene-id-form': allowableError('A GeneID is not <phage_name>_CDS_<integer>.'),
  'gene-length': allowableError(
    'Length is not Stop minus Start (true of genes in two parts or through the origin).',
  ),
  'gene-id-unique': allowableError(
    'Two genes have the same GeneID; its own address would answer the first in source order.',
  ),
  'phage-name-unique': allowableError(
    'Two phages have the same phage_name; its own address would answer the first in source order.',
  ),
  'phage-summary-consistent': allowableError(
    'Genes of one PhageID carry different summaries of the phage.',
  ),
  'phage-summary-current': warning('Genes say something else of their phage than its record.'),
  'pham-color-consistent': allowableError('Genes of one PhamID carry different colours.'),
  'id-names': allowableError(
    'One id names two genera, species of hosts or institutions, or one of them has two ids.',
  ),
  'gene-phage-known': warning('A gene names a phage that has no phage record.'),
  'feature-phage-known': warning('A feature names a phage that has no phage record.'),
  'fasta-syntax': error(
    'The FASTA is broken: text before a header, a header without a name, no nucleotides after one.',
  ),
  'genome-alphabet': error('A genome holds a character that is not a nucleotide (IUPAC).'),
  'genome-name-unique': error('Two genomes have the name of one phage.'),
  'genome-phage-known': warning('A genome is named after a phage that has no phage record.'),
  'genome-length': allowableError('The genome_length of a phage is not the length of its genome.'),
  'genome-gc': allowableError(
    'The gcpercent of a phage is not the share of G and C in its genome, to the digits that it has.',
  ),
  'gene-within-genome': allowableError('A gene reaches beyond the end of the genome.'),
  'gene-translation': warning(
    'No genetic code of phages gives this Translation from the genome between Start and Stop.',
  ),
  'path-name': allowableError(
    'A name cannot be a file name on every machine; if allowed, the record is in its list and has no address of its own.',
  ),
  'name-case': allowableError(
    'Two names differ only by case or Unicode normalization, so some file systems cannot hold both.',
  ),
  'host-name': allowableError('A host of the site would hide this name, or use it itself.'),
  'phage-alias': warning(
    'Another name of a phage is that of another phage, or cannot be an address: no phage answers by it (only with `--phage-aliases`).',
  ),
  'local-base-url': allowableError(
    'A site is built for a host, and its links lead to the machine that reads them.',
  ),
} satisfies Record<string, RuleInfo>;

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
