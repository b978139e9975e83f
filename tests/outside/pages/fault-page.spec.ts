import { expect, test } from 'playwright/test';
import { serveNothing } from '../../e2e/serve.ts';
import { expectAccessible, fetchPage, listenTo } from '../../e2e/service.ts';
import { validateHtml } from '../../e2e/validate-html.ts';

/**
 * WCAG 2.2.1 is of limits on the time to read something. Here nothing is lost: what the page asks
 * for again is what its reader came for.
 */
const REFRESHES = 'meta-refresh';

test('axe and html-validate find nothing in the page of a fault', async ({ page }) => {
  const service = await serveNothing();
  const heard = listenTo(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(service.url);
  // It stays as it is: a browser does nothing about 204.
  await page.route('**', (route) => route.fulfill({ status: 204 }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, { without: [REFRESHES] });
    // The style of the page is allowed by its digest.
    await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(heard.filter((text) => !text.includes('status of 503'))).toEqual([]);
  const findings = await validateHtml(await (await fetchPage(service.url)).text());
  expect(findings.filter((finding) => !finding.startsWith(REFRESHES))).toEqual([]);
  await service.stop();
});
