/** Runs work in the background of other work, and leaves none of it running. */

/**
 * Runs `use` while `work` is in progress, and ends when both have ended: nothing may still write into a folder that
 * the caller goes on to use. Throws what `use` throws, which must await `work` itself.
 */
export async function alongside<Result>(
  work: Promise<unknown>,
  use: () => Promise<Result>,
): Promise<Result> {
  // `use` awaits it, but maybe only after something else failed: until then, no unhandled rejection.
  work.catch(() => {});
  try {
    return await use();
  } finally {
    await Promise.allSettled([work]);
  }
}
