import type { Page } from 'playwright/test';
import { generateContent, writeContent } from '../../../scripts/generate/generate.ts';
import { expect, MISSING_PAGE, test } from '../../e2e/service.ts';
import { ask } from '../../support/ask.ts';
import { withService } from './with-service.ts';

/** What a page may weigh, compressed with br where it is a text. */
const BUDGET = {
  html: 20_000,
  style: 8_000,
  script: 6_000,
  font: 70_000,
  requests: 6,
  elements: 1_500,
  shift: 0,
};

const REVIEWS = 1_000;
/** Other pages of each release are picked by what makes them long. */
const KINDS = [
  '/',
  '/reviews/',
  '/reviews/?rating=5&sort=lowest',
  '/reviews/?query=no+such+text',
  '/insights/',
  '/methodology/',
  '/archive/',
  '/feeds/',
  '/websub/',
  '/agents/',
  '/docs/',
  '/docs/configuration/',
  MISSING_PAGE,
];

/** The pages of every kind: besides those above the first of an archive of each kind, and of entities. */
async function pathsOf(url: string): Promise<string[]> {
  const first = async (from: string, pattern: RegExp) => {
    const html = await (await fetch(url + from)).text();
    const [, href] = pattern.exec(html) ?? [];
    if (href === undefined) throw new Error(`${from} leads to no ${pattern}.`);
    return href;
  };
  const entities = ['people', 'services', 'places', 'aspects'].map((kind) =>
    first('/insights/', new RegExp(`href="(/${kind}/[^"#?]+)"`)),
  );
  const year = await first('/archive/', /href="(\/archive\/\d{4}\/)"/);
  const month = await first(year, /href="(\/archive\/\d{4}\/\d\d\/)"/);
  const review = await first(month, /href="(\/reviews\/[a-z0-9-]{4,}\/)"/);
  return [...KINDS, ...(await Promise.all(entities)), year, month, review];
}

/** What a page costs, by the kinds of a budget. */
async function measure(page: Page, url: string, path: string): Promise<typeof BUDGET> {
  await page.goto(url + path);
  await page.evaluate(() => document.fonts.ready);
  const { loaded, elements, shift } = await page.evaluate(async () => {
    // What scripts and fonts have changed is laid out by the frame after the next.
    for (const _ of ['next', 'after']) await new Promise(requestAnimationFrame);
    const shifts = await new Promise<PerformanceEntryList>((resolve) => {
      let shifted: PerformanceEntryList = [];
      new PerformanceObserver((list) => {
        shifted = list.getEntries();
      }).observe({ type: 'layout-shift', buffered: true });
      // Nobody is told that there are none. Observers are told in turn, and this one always is.
      new PerformanceObserver(() => resolve(shifted)).observe({
        type: 'navigation',
        buffered: true,
      });
    });
    return {
      loaded: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      elements: document.querySelectorAll('*').length,
      shift: shifts.reduce((sum, entry) => sum + Number('value' in entry ? entry.value : 0), 0),
    };
  });
  const bytesOf = async (target: string) => {
    const headers = { 'Accept-Encoding': 'br', Accept: 'text/html' };
    return (await ask(url, target, { headers })).body.length;
  };
  const sum = async (extension: string) => {
    const sizes = loaded.filter((file) => file.endsWith(extension)).map(bytesOf);
    return (await Promise.all(sizes)).reduce((added, size) => added + size, 0);
  };
  return {
    html: await bytesOf(path),
    style: await sum('.css'),
    script: await sum('.js'),
    font: await sum('.woff2'),
    requests: loaded.length + 1,
    elements,
    shift,
  };
}

async function expectWithinBudget(page: Page, url: string): Promise<void> {
  const beyond: string[] = [];
  for (const path of await pathsOf(url)) {
    const cost = await measure(page, url, path);
    for (const kind of Object.keys(BUDGET)) {
      const [value, most] = [cost, BUDGET].map(
        (each) => new Map(Object.entries(each)).get(kind) ?? 0,
      );
      if ((value ?? 0) > (most ?? 0)) beyond.push(`${path}: ${kind} ${value}`);
    }
  }
  expect(beyond).toEqual([]);
}

test('every kind of page is within its budget, on a phone', async ({ page, url }) => {
  test.setTimeout(90_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectWithinBudget(page, url);
});

test(`every kind of page of ${REVIEWS} reviews is within its budget`, async ({ page }) => {
  test.setTimeout(120_000);
  await withService(
    (content) => writeContent(content, generateContent({ reviews: REVIEWS })),
    (url) => expectWithinBudget(page, url),
  );
});
