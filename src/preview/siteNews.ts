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
