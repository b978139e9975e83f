import type { Page } from 'playwright/test';
import { generateContent, writeContent } from '../../../scripts/generate/generate.ts';
import { expect, MISSING_PAGE, test } from '../../e2e/service.ts';
import { withService } from './with-service.ts';

/** The most bytes of a page; texts are compressed, as for a browser: in haste, which brotli 11 makes 8 % smaller. */
const BUDGET = {
  html: 20_000,
  css: 8_000,
  js: 4_000,
  woff2: 70_000,
  requests: 6,
  elements: 1_500,
  shifts: 0,
};

const REVIEWS = 1_000;
/** Other pages are picked by what makes them long. */
const KINDS = [
  ...['/', '/reviews/', '/reviews/?rating=5&sort=lowest', '/reviews/?words=zebras'],
  ...[
    '/insights/',
    '/methodology/',
    '/charts/',
    '/archive/',
    '/feeds/',
    '/websub/',
    '/agents/',
    '/docs/',
  ],
  ...['/docs/configuration/', MISSING_PAGE],
];

/** The pages of every kind: besides those above the first of an archive of each kind, and of entities. */
async function pathsOf(url: string): Promise<string[]> {
  const first = async (from: string, pattern: RegExp) => {
    const [, href] = pattern.exec(await (await fetch(url + from)).text()) ?? [];
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

/** The bytes of the page that is shown, by the kinds of a budget, and its shift of layout. */
async function measure(page: Page) {
  return await page.evaluate(async () => {
    await document.fonts.ready;
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
    const loaded = performance.getEntriesByType('resource');
    const sizeOf = (some: PerformanceEntryList) =>
      some.reduce(
        (sum, one) => sum + ('encodedBodySize' in one ? Number(one.encodedBodySize) : 0),
        0,
      );
    const sizeOfAll = (ending: string) =>
      sizeOf(loaded.filter(({ name }) => new URL(name).pathname.endsWith(ending)));
    return {
      html: sizeOf(performance.getEntriesByType('navigation')),
      css: sizeOfAll('.css'),
      js: sizeOfAll('.js'),
      woff2: sizeOfAll('.woff2'),
      requests: loaded.length + 1,
      elements: document.querySelectorAll('*').length,
      shifts: shifts.length,
    };
  });
}

test(`every kind of page of ${REVIEWS} reviews is within its budget, on a phone`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const write = (content: string) => writeContent(content, generateContent({ reviews: REVIEWS }));
  await withService(write, async (url) => {
    for (const path of await pathsOf(url)) {
      await page.goto(url + path);
      const beyond = Object.entries(await measure(page)).filter(
        ([kind, value]) => value > (new Map(Object.entries(BUDGET)).get(kind) ?? 0),
      );
      expect(beyond, path).toEqual([]);
    }
  });
});
