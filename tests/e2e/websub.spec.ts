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
  expect(failureRule).toMatchObject({ failedNotifications: 3, retryDelaysSeconds: [10, 60] });
  expect(limits).toMatchObject({ secretBytes: 199, subscriptionsPerHost: 100 });
  const text = (await page.locator('main').textContent())?.replace(/\s+/g, ' ');
  for (const rule of [
    'by default ten days; a minute at least and 30 days at most',
    'by default after 10 seconds and once more after 60',
    'Three failed notifications in a row end the subscription',
    'fewer than 200 bytes',
    'By default 100 for a callback host',
  ]) {
    expect(text).toContain(rule);
  }

  // The example is shown as it is served.
  const source = readFileSync(EXAMPLE, 'utf8');
  const shown = page.getByRole('region', { name: 'subscriber.js' });
  expect(await shown.textContent()).toContain(source.trimEnd());
  expect(await (await fetch(`${url}/examples/subscriber.js`)).text()).toBe(source);
});
