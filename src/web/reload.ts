/**
 * Loads the page again when `phagepress preview --watch` has built another release, and shows why a build failed. The
 * preview adds it to the page; no site has it.
 */

interface News {
  /** Null while there is no site. */
  readonly release: string | null;
  readonly failure: string | null;
}

const shown = new URL(import.meta.url).searchParams.get('release');
const notice = document.createElement('pre');
notice.setAttribute('role', 'status');
// Set by script: the page's policy forbids style attributes in its HTML.
notice.style.cssText =
  'position:fixed;inset:auto 0 0 0;z-index:1000;max-height:40vh;overflow:auto;margin:0;padding:.75rem 1rem;' +
  'background:#7a1020;color:#fff;font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap';

function hear({ release, failure }: News): void {
  if (release !== null && release !== shown) {
    location.reload();
    return;
  }
  notice.textContent = failure;
  if (failure === null) notice.remove();
  else if (!notice.isConnected) document.body.append(notice);
}

let events: EventSource | null = null;

// Only while the page is seen: browsers open few connections to a server, and each open page takes one.
function follow(): void {
  events?.close();
  events = null;
  if (document.hidden) return;
  events = new EventSource('/~watch/events');
  events.addEventListener('message', (event) => hear(JSON.parse(event.data as string) as News));
}

document.addEventListener('visibilitychange', follow);
follow();
