/**
 * The additional responses of `preview --watch`: a script that it adds to `index.html`, and the events that the script
 * waits for. No site has files at these addresses: names at its top start with a letter, a digit or a dot.
 */
import { readFileSync } from 'node:fs';
import { welcomeFile } from '../contract/sitePaths.ts';
import { attempt } from '../failure.ts';
import { installed } from '../installed.ts';
import { validated } from '../contract/fileHead.ts';
import { parseRequestTarget } from '../contract/requestTarget.ts';
import type { FilePart } from './answerBulk.ts';
import {
  answerRequest,
  type FileToSend,
  type PreviewedSite,
  type PreviewRequest,
} from './answerRequest.ts';
import { contentReply, type Reply } from './reply.ts';
import { readSiteFile } from './siteFiles.ts';
import type { SiteNews } from './siteNews.ts';
import { refusalOf } from './visitors.ts';

const scriptAddress = '/~watch/reload.js';
const eventsAddress = '/~watch/events';

/** Server-Sent Events, until the client leaves. */
export interface EventStream {
  readonly headers: Reply['headers'];
  /** Sends the first event, and one after each build; returns a function that stops this. */
  readonly start: (send: (event: string) => void) => () => void;
}

/** Answers as `answerRequest` does, and adds what only a watched site has. */
export function answerWatched(
  request: PreviewRequest,
  site: PreviewedSite,
  news: SiteNews,
): Reply | FileToSend | FilePart | EventStream {
  const answer = asDraft(answerRequest(request, site));
  const isAsked = request.method === 'GET' || request.method === 'HEAD';
  if (!isAsked || refusalOf(request.visitor, site.allowedHosts) !== null) return answer;
  const release = attempt(() => site.release().release);
  switch (parseRequestTarget(request.target).path) {
    case scriptAddress:
      return freshReply('text/javascript; charset=utf-8', reloadScript(), request);
    case eventsAddress:
      return eventsOf(site, news);
    case '/':
    case `/${welcomeFile}`:
      return freshReply('text/html; charset=utf-8', pageOf(site, release), request);
    default:
      return answer;
  }
}

/** After a reload, the browser must not show what it has cached. */
function asDraft<A extends Reply | FileToSend | FilePart>(answer: A): A {
  if (!('headers' in answer) || answer.headers['Cache-Control'] === 'no-store') return answer;
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'no-cache' } };
}

function eventsOf(site: PreviewedSite, news: SiteNews): EventStream {
  return {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
    start(send) {
      const say = () => {
        // While a build publishes, there is briefly no release; the next event has the new one.
        const release = attempt(() => site.release().release) ?? null;
        send(`data: ${JSON.stringify({ release, failure: news.failure() })}\n\n`);
      };
      say();
      return news.follow(say);
    },
  };
}

function freshReply(type: string, text: string, { ifNoneMatch }: PreviewRequest): Reply {
  const headers = {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  };
  return contentReply(Buffer.from(text), (tag) => validated(headers, tag, ifNoneMatch));
}

/** The site's page with the script, or a page that waits for a site. */
function pageOf({ root }: PreviewedSite, release: string | undefined): string {
  const bytes = release === undefined ? undefined : attempt(() => readSiteFile(root, welcomeFile));
  const page = bytes === undefined || bytes === null ? waitingPage : Buffer.from(bytes).toString();
  // The script's address carries the release of its page.
  const source = `${scriptAddress}?release=${release ?? ''}`;
  return page.replace('</head>', () => `<script type="module" src="${source}"></script></head>`);
}

const waitingPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>No site yet</title></head>
  <body><h1>There is no site yet</h1><p>It is shown here as soon as it is built.</p></body>
</html>
`;

/** Bundled from `src/web/reload.ts`; not part of any site. */
function reloadScript(): string {
  return readFileSync(installed('lib/reload.js'), 'utf8');
}
