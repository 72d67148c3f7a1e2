/** A finding in one line, nothing left out: the place, what is wrong and the rule as the program says them, and what else it has. */
import type { Finding } from '../../../src/text/findings.ts';

export function told({ rule, file, line, pointer, expected, found, ...more }: Finding): string {
  const place = [`${file}:${line}`, ...(pointer === '' ? [] : [pointer])].join(': ');
  const others = Object.entries(more).map(([name, text]) => `; ${name}: ${text}`);
  return `${place}: expected ${expected}, found ${found} [${rule}]${others.join('')}`;
}
