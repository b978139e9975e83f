import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import { expect, test } from './service.ts';

const EXAMPLE = join(import.meta.dirname, '../../site/public/examples/subscriber.js');

test('the page on push is reached from the feeds and from the data', async ({ page }) => {
  for (const path of ['/feeds/', '/']) {
    await page.goto(path);
    await page.getByRole('link', { name: /changes sent$/ }).click();
    await expect(page).toHaveURL(/\/websub\/$/);
  }
});

test('the page names the hub and the topics as their Link headers do', async ({
  page,
  service,
}) => {
  await page.goto('/websub/');

  const hub = await page.locator('#url-hub').textContent();
  const topics = await page
    .getByRole('table', { name: 'Topics' })
    .getByRole('link')
    .allTextContents();

  expect(topics.map((topic) => topic.trim()).sort()).toEqual(
    ['/api/feed.json', '/feed.xml', '/reviews.json'].map((path) => service.url + path),
  );
  for (const topic of topics.map((one) => one.trim())) {
    const link = (await fetch(topic)).headers.get('link');
    expect(link).toBe(`<${hub}>; rel="hub", <${topic}>; rel="self"`);
  }
});

test('the numbers that hold by default are those of the hub', async ({ page, service }) => {
  const response = await fetch(`${service.url}/api/websub/hub`);
  const { leaseSeconds, failureRule, limits } = HubStatusDocument.parse(await response.json());
  await page.goto('/websub/');
  const text = (await page.locator('main').textContent())?.replace(/\s+/g, ' ');

  expect(leaseSeconds).toEqual({ default: 864_000, min: 60, max: 2_592_000 });
  expect(text).toContain('by default ten days; a minute at least and 30 days at most');
  expect(failureRule).toMatchObject({ failedNotifications: 3, retryDelaysSeconds: [10, 60] });
  expect(text).toContain('by default after 10 seconds and once more after 60');
  expect(text).toContain('Three failed notifications in a row end the subscription');
  expect(limits).toMatchObject({ secretBytes: 199, subscriptionsPerHost: 100 });
  expect(text).toContain('fewer than 200 bytes');
  expect(text).toContain('By default 100 for a callback host');
});

test('the example is shown as it is served', async ({ page, service }) => {
  const source = readFileSync(EXAMPLE, 'utf8');
  await page.goto('/websub/');

  const shown = page.getByRole('region', { name: 'subscriber.js' });

  expect(await shown.textContent()).toContain(source.trimEnd());
  expect(await (await fetch(`${service.url}/examples/subscriber.js`)).text()).toBe(source);
});

test('the example scrolls by the keyboard where it is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/websub/');
  const shown = page.getByRole('region', { name: 'subscriber.js' });

  await shown.focus();
  await page.keyboard.press('ArrowRight');

  await expect.poll(() => shown.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});
