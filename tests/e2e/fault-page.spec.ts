import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'playwright/test';
import { fetchPage } from './service.ts';
import { type Service, startWaiting } from './start-service.ts';
import { validateHtml } from './validate-html.ts';

/**
 * WCAG 2.2.1 is of limits on the time to read something. Here nothing is lost: what the page asks
 * for again is what its reader came for.
 */
const REFRESHES = 'meta-refresh';

let service: Service;
test.beforeAll(async () => {
  service = await startWaiting();
});
test.afterAll(() => service.stop());

test('where nothing is served yet a page says so, and asks again by itself', async ({ page }) => {
  const response = await page.goto(service.url);

  expect(response?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One moment, please');
  await expect(page.locator('main')).toContainText('The reviews are being loaded');
  await page.waitForResponse((again) => again.url() === `${service.url}/`);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the page of a fault, ${colorScheme}`, async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(service.url);
    // It stays as it is: a browser does nothing about 204.
    await page.route('**', (route) => route.fulfill({ status: 204 }));

    const { violations } = await new AxeBuilder({ page }).disableRules([REFRESHES]).analyze();

    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    // The style of the page is allowed by its digest.
    await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    expect(complaints.filter((text) => !text.includes('status of 503'))).toEqual([]);
  });
}

test('html-validate finds nothing in the page of a fault', async () => {
  const html = await (await fetchPage(service.url)).text();
  const findings = await validateHtml(html);
  expect(findings.filter((finding) => !finding.startsWith(REFRESHES))).toEqual([]);
});
