/** The function for CloudFront in njs, the engine that its runtime was made from: it refuses what that language lacks. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { cloudFront } from '../../../src/hosts/cloudfront.ts';
import { requestTarget } from '../../../src/verifying/tableRow.ts';
import { anyCaseRows } from '../anyCase.ts';
import { checkEach } from '../checkEach.ts';
import { callOf, decideInNode, eventFor, functionIn } from '../cloudFrontStub.ts';
import { otherNamesRows } from '../otherNames.ts';
import { contractRows } from '../requests.ts';
import { makeFolder } from '../servedSite.ts';
import { isInstalled } from '../serverProcess.ts';
import { tinyHostedSite } from '../tinySite.ts';
import { rowsForPrefix } from '../variantRows.ts';

const variants = [
  { title: 'below a path', rows: contractRows, prefix: '/phages' },
  { title: 'at the root', rows: rowsForPrefix, prefix: '' },
  { title: 'with names in any case', rows: anyCaseRows, caseInsensitiveNames: true },
  { title: 'with other names of phages', rows: otherNamesRows, phageAliases: true },
];

describe.skipIf(!isInstalled('njs', '-v'))('njs (to run this: apt-get install njs)', () => {
  // What Node.js makes of its decisions is tested by `cloudFront.test.ts`.
  test.each(variants)('decides as Node.js does for a site $title', async ({ rows, ...variant }) => {
    const { prefix = '/phages', caseInsensitiveNames = false, phageAliases = false } = variant;
    const baseUrl = `https://example.org${prefix}`;
    const site = tinyHostedSite(baseUrl, '/srv/site', { caseInsensitiveNames, phageAliases });
    const code = functionIn(cloudFront.ownFiles(site));
    const headers = { host: 'example.org', origin: 'https://example.com' };
    const events = rows.map((row) =>
      eventFor({ method: row.method, url: requestTarget(row, prefix), headers }),
    );
    const decide = decideInNode(code);
    const decisions = await decideInNjs(code, events);
    await checkEach(
      rows.map((row, at) => ({ row, at })),
      ({ at }) => expect(decisions[at]).toBe(decide(events[at] ?? '')),
      ({ row }) => `${row.method} ${row.target}, ${row.title}`,
    );
  });
});

/** All in one process, as each needs longer to start than to decide. */
async function decideInNjs(code: string, events: readonly string[]): Promise<string[]> {
  const folder = await makeFolder();
  try {
    const file = join(folder.path, 'calls.js');
    const calls = events.map((event) => `console.log(${callOf(event)});`);
    await writeFile(file, [code, ...calls].join('\n'));
    const { stdout } = await promisify(execFile)('njs', [file], { maxBuffer: 2 ** 26 });
    return stdout.trimEnd().split('\n');
  } finally {
    await folder.remove();
  }
}
