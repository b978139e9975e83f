import { test as base } from 'playwright/test';
import { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { FIXED_PAGES, NOT_FOUND_PAGE } from '#release/page-addresses.ts';
import { type Service, startService } from './start-service.ts';

type Fixtures = {
  /** What the service under test publishes as reviews.json. */
  readonly published: ReviewsDocument;
  /** The service under test, started once a worker; pages open by their path. */
  readonly service: Service;
};

export const test = base.extend<object, Fixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  published: [
    async ({ service }, use) => {
      const response = await fetch(`${service.url}/reviews.json`);
      await use(ReviewsDocument.parse(await response.json()));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ service }, use) => use(service.url),
});

export { expect } from 'playwright/test';

/** A review whose text tries to end the elements that it stands in. */
export const HOSTILE_REVIEW = '/reviews/direct-2naqqhoj/';

/** A review that was taken down. */
export const REMOVED_REVIEW = '/reviews/google-x7m2kd0q/';

/** One page of each kind, by what is special about it. */
export const PAGE_KINDS = {
  home: '/',
  feeds: '/feeds/',
  push: '/websub/',
  agents: '/agents/',
  documentation: '/docs/',
  configuration: '/docs/configuration/',
  'your own reviews': '/docs/reviews/',
  'a page that does not exist': '/no-such-page/',
  'a review that was taken down': REMOVED_REVIEW,
  'a long review with a reply': '/reviews/direct-6mol9lx1/',
  'a review in Arabic': '/reviews/google-c7q5rgvl/',
  'a rating without a text': '/reviews/google-dke8h4nq/',
  'a review by an employee': '/reviews/direct-kmmq35ul/',
  'a review with markup in its text': HOSTILE_REVIEW,
} as const;

/** A page as a browser asks for it. */
export function fetchPage(url: string): Promise<Response> {
  return fetch(url, { headers: { accept: 'text/html' } });
}

/** The paths of all pages that the service publishes. */
export function pagePaths({ reviews }: ReviewsDocument): string[] {
  return [
    ...FIXED_PAGES.filter((path) => path !== NOT_FOUND_PAGE),
    ...reviews.map(({ url }) => new URL(url).pathname),
  ];
}
