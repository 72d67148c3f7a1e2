/**
 * Maps that predict which range requests nginx refuses (416). nginx sends the file's headers before it knows; with its
 * `Cache-Control`, a cache would store the 416 in place of the file.
 */
import { cacheControl } from '../../contract/headers.ts';
import { block, comment } from '../configLines.ts';
import { quote } from './quote.ts';

/** The value of `Cache-Control` for a bulk file, or a part of it. */
export function bulkCacheVariable(maxAge: number): string {
  return `$phagepress_bulk_cache_${maxAge}`;
}

/** Maps that are the same for all sites with the same `maxAge`. */
export function rangeMaps(maxAge: number): string[] {
  const kept = quote(cacheControl(maxAge));
  return [
    ...comment(
      'Cache-Control of a bulk file: no-store where the part that is asked for (Range) may not exist.',
      'Input: the bytes of the file, ":", and the Range. PCRE compares two numbers digit by digit.',
    ),
    ...block(
      `map "$sent_http_content_length:$http_range" ${bulkCacheVariable(maxAge)}`,
      'default no-store;',
      `${pattern('^[0-9]*:(?!bytes=)')} ${kept};`,
      ...[
        ...atLeast('^', `:bytes= *${zeros}`),
        ...moreThan(`bytes= *${zeros}`, ` *- *${zeros}`),
      ].map((one) => `${pattern(one)} no-store;`),
      `${pattern('^[0-9]+:bytes= *(?:[0-9]+ *- *[0-9]*|-0*[1-9][0-9]*) *$')} ${kept};`,
    ),
    ...comment('The same for a 416 whose headers do not say so yet.'),
    ...block(
      'map $sent_http_cache_control $phagepress_part_cache',
      'default no-store;',
      `${pattern('no-store')} "";`,
    ),
  ];
}

// Possessive: leading zeros are not digits of the number.
const zeros = '0*+';

/** Two numbers of equal length with `between` between them; group 1 is recursive. */
function asLong(between: string): string {
  return `([0-9](?:(?1)|${between})[0-9])`;
}

/** Alternatives for the first differing digit, for the pairs that `isWanted` accepts. */
function differing(between: string, isWanted: (one: number, other: number) => boolean): string[] {
  return digits.flatMap((one) => {
    const others = digits.filter((other) => isWanted(one, other));
    return others.length === 0 ? [] : [`${one}[0-9]*${between}\\g{2}[${others.join('')}]`];
  });
}

const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Patterns that match two numbers if the second is at least the first. */
function atLeast(before: string, between: string): string[] {
  const same = [`${between}\\g{2}`, ...differing(between, (one, other) => other > one)];
  return [
    `${before}${asLong(between)}[0-9]`,
    `${before}(?=${asLong(between)}(?![0-9]))([0-9]*)(?:${same.join('|')})`,
  ];
}

/** Patterns that match two numbers if the first is greater. */
function moreThan(before: string, between: string): string[] {
  const less = differing(between, (one, other) => other < one);
  return [
    `${before}[0-9]+(?:${asLong(between)}|${between}(?<=0))(?![0-9])`,
    `${before}(?=${asLong(between)}(?![0-9]))([0-9]*)(?:${less.join('|')})`,
  ];
}

function pattern(source: string): string {
  return quote(`~*${source}`);
}
