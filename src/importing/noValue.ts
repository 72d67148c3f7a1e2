/** What programs and people write where they have no value. */

/** Of Python, R, databases and spreadsheets, or a lone sign. */
const ofPrograms = /^(?:none|null|nan|n\/a|[-–—.?*]+)$/i;
const ofPeople = new RegExp(
  '^\\(?(?:none|none yet|n\\.?a\\.?|unk|unknown|undetermined|unassigned|unavailable|pending|tb[acd]|' +
    'to be (?:announced|assigned|confirmed|determined)|missing(?:: .*)?|restricted access|' +
    'not (?:yet )?(?:known|available|applicable|collected|provided|recorded|reported|submitted|' +
    'determined|assigned|specified|sequenced|clustered))\\)?$',
  'i',
);

/** Whether a program wrote the text in place of a value: it is no name, and no function of a gene. */
export function isNoValue(text: string): boolean {
  return ofPrograms.test(text);
}

/** Whether the text of a table, or of what a file says of its sample, says that nothing is known. */
export function saysNothing(text: string): boolean {
  return ofPrograms.test(text) || ofPeople.test(text);
}
