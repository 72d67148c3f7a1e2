/** Lets work go on behind other work, and leaves none of it running behind. */

/**
 * Runs `use` while `work` is under way, and ends when both have ended: nothing may still write into a folder that
 * somebody else goes on with. Throws what `use` throws, which is to wait for `work` itself.
 */
export async function alongside<Result>(
  work: Promise<unknown>,
  use: () => Promise<Result>,
): Promise<Result> {
  // It is waited for in `use`, which may be after something else failed.
  work.catch(() => {});
  try {
    return await use();
  } finally {
    await Promise.allSettled([work]);
  }
}
