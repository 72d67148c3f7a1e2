/** The link from a note to the page of its function. */
import { longestNote } from '../data/noteIndex.ts';
import { isSeen, linkTo } from '../route.ts';

/** To all families with just this note; null where the index cannot have it, or where it is blank. */
export function noteLink(note: string): string | null {
  return note.length <= longestNote && isSeen(note) ? linkTo('note', note, { exact: 'yes' }) : null;
}
