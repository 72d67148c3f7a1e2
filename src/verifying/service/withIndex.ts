/** Detects whether a plain file server has a directory index for addresses that end in `/`. */
import type { Keeps } from '../../contract/capabilities.ts';
import { listLink } from '../../contract/links.ts';
import { listFile } from '../../contract/sitePaths.ts';
import { showStatus } from './headerChecks.ts';
import { longestAnswer } from './published.ts';
import { type Service, targetOf } from './service.ts';

/** The service with the suffix for folders: without a directory index, lists start at the file of the first page. */
export async function withIndex(service: Service, keeps: Keeps | null): Promise<Service> {
  if (keeps === null || keeps.indexes === true || service.manifest === null) return service;
  const address = listLink(service.baseUrl, 'genes');
  const maxBytes = longestAnswer(service, listFile('genes'));
  const result = await service.client.ask({ target: targetOf(address), maxBytes });
  // Some servers send their welcome page for every missing file.
  const isAnswered = result.ok && result.reply.status === 200 && isJson(result.reply.body);
  if (!result.ok || isAnswered) return service;
  const expected = 'the first page; its file answers it';
  service.log.note('L4', { address, expected, found: showStatus(result.reply) });
  return { ...service, index: 'index.json' };
}

function isJson(body: Buffer): boolean {
  return body.toString('latin1', 0, 1) === '{';
}
