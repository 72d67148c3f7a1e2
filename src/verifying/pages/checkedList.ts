/** The properties of a list that each check of its pages needs. */
import type { CollectionName } from '../../contract/collectionName.ts';
import type { FieldNames } from '../../contract/fieldNames.ts';
import type { LinkStyle } from '../../contract/links.ts';
import type { RuleName } from '../../findings/rules.ts';

export interface CheckedList {
  readonly collection: CollectionName;
  readonly baseUrl: string;
  readonly links: LinkStyle;
  /** The expected number of records; null if unknown. */
  readonly count: number | null;
  /** The names of the fields of its records. */
  readonly fieldNames: FieldNames;
  readonly pageSize: number | null;
  readonly lastPage: number | null;
  /** Rules whose breaches are not failures (S3). */
  readonly allowed: ReadonlySet<RuleName>;
  /** Whether the exact bytes are promised (L1, L2), and not only the values. */
  readonly isExact: boolean;
}
