/** Watches files and folders for changes, with one system watcher for each folder. */
import { EventEmitter, once } from 'node:events';
import {
  type FSWatcher,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
  watch,
} from 'node:fs';
import path from 'node:path';
import { attempt, reasonOf, saysNoFile, systemCode } from '../base/failure.ts';
import type { Release } from '../contract/release.ts';
import { parseRequestTarget } from '../contract/route.ts';
import { isHtmlPage, welcomeFile } from '../contract/sitePaths.ts';
import { installed } from '../installed.ts';
import {
  answerRequest,
  type FilePart,
  type FileToSend,
  freshReply,
  pageType,
  plainFileAt,
  type PreviewedSite,
  type PreviewRequest,
  readPublished,
  refusalOf,
  type Reply,
} from './answer.ts';

interface SourceWatcher {
  /**
   * Watches these files and folders, and everything below them; none needs to exist. Existing content is not reported:
   * read it afterwards, so that no change is missed.
   */
  readonly cover: (paths: readonly string[]) => void;
  /** The number of changes noticed so far. */
  readonly changes: () => number;
  /** Waits until there are more than `known`. Throws the signal's reason. */
  readonly until: (known: number, signal: AbortSignal) => Promise<void>;
  readonly close: () => void;
}

interface Guard {
  readonly watcher: FSWatcher;
  /** Identifies the folder: another may have taken its name since. */
  readonly identity: string;
}

/** What to watch in a folder: every change, or only those of these names. */
type Wanted = Map<string, ReadonlySet<string> | 'all'>;

/** `complain` is called once for each folder whose changes cannot be noticed, with the reason. */
export function createSourceWatcher(complain: (text: string) => void): SourceWatcher {
  const guards = new Map<string, Guard>();
  const blind = new Set<string>();
  const news = new EventEmitter();
  let wanted: Wanted = new Map();
  let count = 0;

  const notice = () => {
    count += 1;
    news.emit('change');
  };
  const release = (folder: string) => {
    guards.get(folder)?.watcher.close();
    guards.delete(folder);
  };
  const fail = (folder: string, error: unknown) => {
    release(folder);
    // It was deleted in the meantime; the watcher of the parent folder reports that.
    if (saysNoFile(error) || blind.has(folder)) return;
    blind.add(folder);
    complain(`Changes in ${folder} are not noticed: ${watchReason(error)}.`);
  };
  const guard = (folder: string) => {
    try {
      const { dev, ino } = statSync(folder, { bigint: true });
      const identity = `${dev}:${ino}`;
      if (guards.get(folder)?.identity === identity) return;
      release(folder);
      const watcher = watch(folder, (_, name) => {
        const names = wanted.get(folder);
        if (names === 'all' || name === null || names?.has(name) === true) notice();
      });
      watcher.on('error', (error) => fail(folder, error));
      guards.set(folder, { watcher, identity });
    } catch (error) {
      fail(folder, error);
    }
  };

  return {
    cover(paths) {
      const next: Wanted = new Map();
      for (const one of paths.flatMap(placesOf)) {
        const [folder, name] = entryOf(one);
        const names = next.get(folder);
        next.set(folder, names === 'all' ? names : new Set([...(names ?? []), name]));
      }
      // Watched before it is listed, so that a folder created in between is noticed.
      const coverTree = (folder: string) => {
        next.set(folder, 'all');
        guard(folder);
        for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
          if (entry.isDirectory()) coverTree(path.join(folder, entry.name));
        }
      };
      wanted = next;
      for (const folder of next.keys()) guard(folder);
      // Links below are not followed: the targets of those that a build follows are covered as well.
      for (const one of paths.flatMap(placesOf)) if (isFolder(one, lstatSync)) coverTree(one);
      for (const folder of guards.keys()) if (!next.has(folder)) release(folder);
    },
    changes: () => count,
    async until(known, signal) {
      signal.throwIfAborted();
      if (count > known) return;
      await once(news, 'change', { signal }).catch(() => signal.throwIfAborted());
    },
    close() {
      for (const folder of guards.keys()) release(folder);
    },
  };
}

/** The absolute path and, if it is a link, its target. */
function placesOf(one: string): string[] {
  const place = path.resolve(one);
  const real = attempt(() => realpathSync(place));
  return real === undefined || real === place ? [place] : [place, real];
}

/** The nearest existing folder above a path, and the name in it that leads to the path. */
function entryOf(place: string): [folder: string, name: string] {
  const folder = path.dirname(place);
  const isThere = isFolder(folder, statSync) || folder === place;
  return isThere ? [folder, path.basename(place)] : entryOf(folder);
}

function isFolder(place: string, look: (place: string) => Stats): boolean {
  return attempt(() => look(place).isDirectory()) ?? false;
}

function watchReason(error: unknown): string {
  return systemCode(error) === 'ENOSPC'
    ? 'the system watches no more folders (on Linux, raise fs.inotify.max_user_watches)'
    : reasonOf(error);
}

interface Work {
  /** What to watch, even if the work fails before it finds out more. */
  readonly sources: readonly string[];
  /** Works on the current files. It calls `cover` with more paths to watch before it reads them. */
  readonly work: (cover: (more: readonly string[]) => void) => Promise<void>;
  /** Waits in case a series of writes continues. Throws the signal's reason. */
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Works once, and again after each change of the sources, until the signal is aborted, and throws its reason; one round
 * at a time. A round starts once nothing was written during a pause. A change during a round starts another.
 */
export async function workOnChange(
  watcher: SourceWatcher,
  { sources, work, pause, signal }: Work,
): Promise<never> {
  let all = sources;
  const cover = (more: readonly string[]) => {
    all = [...sources, ...more];
    watcher.cover(all);
  };
  for (;;) {
    watcher.cover(all);
    const known = watcher.changes();
    await work(cover);
    await watcher.until(known, signal);
    let seen: number;
    do {
      seen = watcher.changes();
      await pause();
      // Folders that appeared in the meantime are watched, too, so that it is known when they are complete.
      watcher.cover(all);
    } while (watcher.changes() !== seen);
  }
}

/** The events for open pages while the site is built again and again. */
export interface SiteNews {
  /** Why the last build failed, as text for the page; null if it did not. */
  readonly failure: () => string | null;
  /** Reports the result of a build to all followers. */
  readonly tell: (failure: string | null) => void;
  /** Calls `listener` after each build; returns a function that stops this. */
  readonly follow: (listener: () => void) => () => void;
}

export function createSiteNews(): SiteNews {
  const listeners = new Set<() => void>();
  let last: string | null = null;
  return {
    failure: () => last,
    tell(failure) {
      last = failure;
      for (const listener of listeners) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The additional responses of `preview --watch`: a script that it adds to HTML pages, and the events that the script
 * waits for. No site has files at these addresses: names at its top start with a letter, a digit or a dot.
 */
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
  const release = attempt(() => site.release());
  switch (parseRequestTarget(request.target).path) {
    case scriptAddress:
      // Bundled from `src/web/reload.ts`; not part of any site.
      return freshReply(
        'text/javascript; charset=utf-8',
        readFileSync(installed('lib/reload.js')),
        request,
      );
    case eventsAddress:
      return eventsOf(site, news);
    default: {
      const page = pageAsked(parseRequestTarget(request.target).path, site, release);
      return page === null ? answer : freshReply(pageType, Buffer.from(page), request);
    }
  }
}

/** The text of the page at a requested path, with the script; null if the site has none there. */
function pageAsked(asked: string, { root }: PreviewedSite, release?: Release): string | null {
  const file = plainFileAt(asked);
  if (file === null || !(file === welcomeFile || isHtmlPage(file))) return null;
  const bytes = release && attempt(() => readPublished(root, file, release));
  if (bytes instanceof Uint8Array)
    return withScript(Buffer.from(bytes).toString(), release?.release);
  return file === welcomeFile ? withScript(waitingPage, release?.release) : null;
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

function withScript(page: string, release = ''): string {
  // The script's address carries the release of its page.
  const source = `${scriptAddress}?release=${release}`;
  return page.replace('</head>', () => `<script type="module" src="${source}"></script></head>`);
}

const waitingPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>No site yet</title></head>
  <body><h1>There is no site yet</h1><p>It is shown here as soon as it is built.</p></body>
</html>
`;
