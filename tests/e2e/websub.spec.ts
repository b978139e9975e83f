import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HubStatusDocument } from '#artifacts/hub-status.ts';
import { expect, test } from './service.ts';

const EXAMPLE = join(import.meta.dirname, '../../site/public/examples/subscriber.js');

test('the page names the hub and the topics as their Link headers do, and its rules', async ({
  page,
  url,
}) => {
  await page.goto('/websub/');
  const hub = await page.locator('#url-hub').textContent();
  const table = page.getByRole('table', { name: 'Topics' });
  const topics = (await table.getByRole('link').allTextContents()).map((topic) => topic.trim());
  expect(topics.sort()).toEqual(
    ['/api/feed.json', '/feed.xml', '/reviews.json'].map((path) => url + path),
  );
  for (const topic of topics) {
    const link = (await fetch(topic)).headers.get('link') ?? '';
    // What describes the file stands behind these.
    expect(link.split(', ').slice(0, 2)).toEqual([`<${hub}>; rel="hub"`, `<${topic}>; rel="self"`]);
  }

  const response = await fetch(`${url}/api/websub/hub`);
  const { leaseSeconds, failureRule, limits } = HubStatusDocument.parse(await response.json());
  expect(leaseSeconds).toEqual({ default: 864_000, min: 60, max: 2_592_000 });
  const retryDelaysSeconds = [10, 60, 300, 900, 3600, 10_800];
  expect(failureRule).toMatchObject({ failedNotifications: 3, retryDelaysSeconds });
  expect(limits).toMatchObject({
    secretBytes: 199,
    subscriptionsPerHost: 100,
    pendingPerClient: 30,
  });
  const text = (await page.locator('main').textContent())?.replace(/\s+/g, ' ');
  for (const rule of [
    'by default ten days; a minute at least and 30 days at most',
    'by default 10 seconds, 1, 5 and 15 minutes, 1 and 3 hours after the attempt before',
    'Three changes in a row that fail end the subscription',
    'fewer than 200 bytes',
    'By default 100 for a callback host',
    'by default 30 a minute from one client, of which as many may wait to be verified',
    '5 seconds later at the earliest, by default',
  ]) {
    expect(text).toContain(rule);
  }

  // The example is shown as it is served.
  const source = readFileSync(EXAMPLE, 'utf8');
  const shown = page.getByRole('region', { name: 'subscriber.js' });
  expect(await shown.textContent()).toContain(source.trimEnd());
  expect(await (await fetch(`${url}/examples/subscriber.js`)).text()).toBe(source);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`where scripts are ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a subscription is looked up by a form, and the answer is text', async ({ page, url }) => {
      await page.goto('/websub/#lookup');
      const callback = page.getByRole('textbox', { name: 'Callback' });
      await expect(callback).toHaveAccessibleDescription(
        /^Give the whole callback, exactly as it was/,
      );
      const button = page.getByRole('button', { name: 'Look up' });

      // The browser says what is missing or wrong, and asks nothing.
      await button.click();
      await expect(callback).toBeFocused();
      await callback.fill('http://example.com/push');
      await button.click();
      expect(new URL(page.url()).pathname).toBe('/websub/');

      await page.getByRole('combobox', { name: 'Topic' }).selectOption('/api/feed.json');
      await callback.fill('https://example.com/push/%41?q=a&b=c');
      const [asked] = await Promise.all([page.waitForNavigation(), button.click()]);
      const { pathname, searchParams } = new URL(page.url());
      expect(pathname).toBe('/api/websub/hub');
      expect(Object.fromEntries(searchParams)).toEqual({
        'hub.topic': `${url}/api/feed.json`,
        'hub.callback': 'https://example.com/push/%41?q=a&b=c',
      });
      expect(asked?.status()).toBe(200);
      expect(asked?.headers()['content-type']).toBe('text/plain; charset=utf-8');
      await expect(page.locator('body')).toContainText('The hub knows no subscription');

      // What a browser cannot judge, the hub does.
      await page.goBack();
      await callback.fill('https://10.0.0.1/push');
      const [refused] = await Promise.all([page.waitForNavigation(), button.click()]);
      expect(refused?.status()).toBe(400);
      await expect(page.locator('body')).toContainText('only public addresses are allowed');
    });
  });
}
