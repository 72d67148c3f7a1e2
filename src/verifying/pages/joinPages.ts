/** Joins the results of ranges of pages: the order across their borders, and the rules between records. */
import { createCrossRecordRules } from '../../collections/crossRecordRules.ts';
import type { JoinedFacts, PieceFacts } from '../../collections/fact.ts';
import { type CollectionName, requiredNames, sortFields } from '../../contract/collectionName.ts';
import { publicPointer } from '../../contract/fieldNames.ts';
import { ruleOf } from '../../findings/findingKind.ts';
import type { FilePlace } from '../../findings/recordPlace.ts';
import type { RuleName } from '../../findings/rules.ts';
import { showString } from '../../json/showToken.ts';
import { compareText } from '../../text/compareText.ts';
import type { ClauseLog, Departure } from '../report/clauseLog.ts';
import type { CheckedList } from './checkedList.ts';
import type { ListSummary } from './listCheck.ts';
import { placeOf } from './recordLine.ts';
import { reportRepeatedKey, reportRule } from './recordCheck.ts';

interface JoinedRange extends Pick<ListSummary, 'firstKey' | 'lastKey'> {
  /** The address of its first page. */
  readonly address: string;
  readonly ifFirst: readonly Departure[];
}

/** Reports findings across the border of two adjacent ranges; returns the last key so far. */
export function joinRange(
  collection: CollectionName,
  before: string | null,
  range: JoinedRange,
  allowed: ReadonlySet<RuleName>,
  log: ClauseLog,
): string | null {
  const { firstKey, address } = range;
  const order = before === null || firstKey === null ? -1 : compareText(before, firstKey);
  if (order > 0) {
    const expected = `a ${sortFields[collection].join(', ')} behind ${showString(before ?? '')}`;
    log.fail('L3', { address, expected, found: showString(firstKey ?? '') });
  }
  if (order === 0) reportRepeatedKey(collection, address, firstKey ?? '', allowed, log);
  // Among records with the same key, only the first has the address (D1).
  else for (const departure of range.ifFirst) log.fail('D1', departure);
  return range.lastKey ?? before;
}

/** Reports breaches of the rules between records of all collections (S3); returns what these rules know. */
export function reportCrossRecordRules(
  facts: readonly { readonly collection: CollectionName; readonly facts: PieceFacts }[],
  addressOf: (collection: CollectionName, page: number) => string,
  {
    allowed,
    fieldNames,
    isWhole,
  }: Pick<CheckedList, 'allowed' | 'fieldNames'> & { readonly isWhole: boolean },
  log: ClauseLog,
): JoinedFacts {
  const crossing = createCrossRecordRules();
  facts.forEach((piece, rank) => crossing.note(piece.facts, rank));
  const locate = (place: { rank: number; line: number }): FilePlace => {
    const { page, index } = placeOf(place);
    const collection = facts[place.rank]?.collection ?? requiredNames[0];
    return { file: `${addressOf(collection, page)}#/results`, line: index };
  };
  for (const finding of crossing.findings(locate)) {
    // The phage may be on a page that was not read.
    if ((finding.rule === 'gene-phage-known' || finding.rule === 'feature-phage-known') && !isWhole)
      continue;
    const address = `${finding.file}/${finding.line}${publicPointer(finding.pointer, fieldNames)}`;
    reportRule(address, finding, allowed, log);
  }
  for (const { collection, as, count, expected } of crossing.unreported()) {
    const more = { rule: ruleOf(as), expected, found: `${count} others` };
    reportRule(addressOf(collection, 1), more, allowed, log);
  }
  return crossing.all;
}
