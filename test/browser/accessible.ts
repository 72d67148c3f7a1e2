/** Whether a page can be read by all, as far as a program can tell. */
import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Fails where axe finds something serious. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is not laid out yet is read, too.
  await page.evaluate(
    "for (const { style } of document.querySelectorAll('.scroll')) style.contentVisibility = 'visible'",
  );
  // Evaluated by the test's own hand, which the policy of the page does not bind.
  await page.evaluate(axe.source);
  // To tell of all that is well would take longer than to look for what is not.
  const violations = await page.evaluate<Result[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
