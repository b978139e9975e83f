import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from 'playwright/test';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { crawlPages } from './crawl-pages.ts';

type Fixtures = {
  /** The address of the service under test, which all workers share; pages open by their path. */
  readonly url: string;
  /** The address of one with the same reviews, of a business that writes Spanish. */
  readonly spanishUrl: string;
  /** What both publish as reviews.json. */
  readonly published: ReviewsDocument;
  /** The HTML of every published page of it. */
  readonly pages: ReadonlyMap<string, string>;
};

export const test = base.extend<object, Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  url: [({}, use) => use(process.env.SERVICE_URL ?? ''), { scope: 'worker' }],
  spanishUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    ({}, use) => use(process.env.SPANISH_SERVICE_URL ?? ''),
    { scope: 'worker' },
  ],
  published: [
    async ({ url }, use) => {
      const response = await fetch(`${url}/reviews.json`);
      await use(ReviewsDocument.parse(await response.json()));
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ url }, use) => {
      const linked = await crawlPages(async (path) => {
        if (!path.endsWith('/')) return undefined;
        const response = await fetchPage(url + path);
        return response.ok ? response.text() : undefined;
      });
      const read = [...linked].filter(([, { html }]) => html !== '');
      await use(new Map(read.map(([path, { html }]) => [path, html])));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ url }, use) => use(url),
});

export { expect } from 'playwright/test';

/** A review whose text tries to end the elements that it stands in. */
export const HOSTILE_REVIEW = '/reviews/direct-2naqqhoj/';

/** A review that was taken down. */
export const REMOVED_REVIEW = '/reviews/google-x7m2kd0q/';

export const MISSING_PAGE = '/no-such-page/';

/** Lists of every sort: with what was searched for, with mistakes in the address, and with nothing. */
export const LISTS = [
  '/reviews/?rating=5&words=called+me',
  '/reviews/?rating=nine&colour=red',
  '/reviews/?mentions_technician=Elena+Munos&rating=1',
  '/reviews/?sort=oldest&has_reply=true',
];

/** A page as a browser asks for it, but as it is: compressing all of a site takes seconds. */
export function fetchPage(url: string): Promise<Response> {
  return fetch(url, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } });
}

/** Collects what a page says on the console, errors and dialogs. */
export function listenTo(page: Page): readonly string[] {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('dialog', (dialog) => heard.push(dialog.message()));
  return heard;
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Asserts that axe finds nothing; rules may be left out by their id. */
export async function expectAccessible(
  page: Page,
  { without = [] }: { without?: string[] } = {},
): Promise<void> {
  // Without lists of what is right, which nobody reads, it takes half the time; and in the page
  // itself, as there are no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    runOnly: RULES,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  });
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}
