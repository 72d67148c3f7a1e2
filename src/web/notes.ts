/** The link from a note to the page of its function. */
import { longestNote } from './data/indexes.ts';
import { formatCount } from './files.ts';
import { isSeen, linkTo } from './route.ts';

/** To all families with just this note; null where the index cannot have it, or where it is blank. */
export function noteLink(note: string): string | null {
  return note.length <= longestNote && isSeen(note) ? linkTo('note', note, { exact: 'yes' }) : null;
}

export interface IndexSize {
  /** How many notes the index has. */
  readonly known: number;
  /** How many more the site has; null where they are too many to be counted. */
  readonly leftOut: number | null;
}

export function noNotesText(text: string, { known, leftOut }: IndexSize): string {
  if (leftOut === null) {
    return 'The notes of this site are too many different ones to be searched.';
  }
  if (known + leftOut === 0) return 'No gene of this site has notes.';
  if (leftOut > 0) {
    return `Such notes are not among the ${formatCount(known)} most frequent ones. ${leftOutText(leftOut)}`;
  }
  return text.length > longestNote
    ? `Notes of more than ${longestNote} characters are not searched.`
    : 'No gene has such notes.';
}

/** Empty where the index has all notes. */
export function leftOutText(leftOut: number | null): string {
  if (leftOut === null || leftOut === 0) return '';
  return leftOut === 1
    ? 'One rare or very long one is not searched.'
    : `${formatCount(leftOut)} rare or very long ones are not searched.`;
}
