/** What open pages are told of the site while it is built again and again. */

export interface SiteNews {
  /** Why the last build came to nothing, for people; null if it did not. */
  readonly failure: () => string | null;
  /** Says how the last build went to all who follow. */
  readonly tell: (failure: string | null) => void;
  /** Calls after each build; returns what ends that. */
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
