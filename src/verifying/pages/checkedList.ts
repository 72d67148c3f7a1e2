/** A list as each check of its pages must know it. */
import type { CollectionName } from '../../contract/collectionName.ts';
import type { LinkStyle } from '../../contract/links.ts';
import type { RuleName } from '../../findings/rules.ts';

export interface CheckedList {
  readonly collection: CollectionName;
  readonly baseUrl: string;
  readonly links: LinkStyle;
  /** What must be so; null where it is not known. */
  readonly count: number | null;
  readonly pageSize: number | null;
  readonly lastPage: number | null;
  /** Rules whose breaches are no failures (S3). */
  readonly allowed: ReadonlySet<RuleName>;
  /** Whether the very bytes are promised (L1, L2), and not only what they mean. */
  readonly isExact: boolean;
}
