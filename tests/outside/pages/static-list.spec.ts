import { existsSync, globSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Page, Route } from 'playwright/test';
import type { ReviewsDocument } from '#artifacts/reviews-json.ts';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import { SORTS } from '#search/search.ts';
import { PAGE_SECURITY } from '../../../sidecar/http/headers.ts';
import { expect, expectAccessible, fetchPage, listenTo, test } from '../../e2e/service.ts';
import { runScript } from '../../support/run-script.ts';

const HOST = 'https://files.example';
const [, policy = ''] = PAGE_SECURITY;

/** The files of the demonstration as a static site. */
let files = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'testimony-static-'));
  const parameters = ['--content', 'content', '--base-url', HOST, '--out', folder];
  const { status, stderr } = runScript('scripts/build.ts', parameters);
  if (status !== 0) throw new Error(stderr);
  files = join(folder, PUBLIC_FOLDER);
});

test.afterAll(() => rm(join(files, '..'), { recursive: true }));

test.beforeEach(({ page }) => page.route(`${HOST}/**`, answerWithFile));

/** Answers as plain hosts do, which read no query. */
function answerWithFile(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const path = join(files, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const isThere = existsSync(path) && statSync(path).isFile();
  const headers = { 'content-security-policy': policy };
  return isThere
    ? route.fulfill({ path, headers })
    : route.fulfill({ path: join(files, '404.html'), headers, status: 404 });
}

const status = (page: Page) => page.getByRole('main').getByRole('status').first();
const isLoaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => /render-list|reviews\.json/.test(name)),
  );

test('a list of files answers as one types, follows links, and goes back', async ({
  page,
  published,
}) => {
  // Chromium complains of transitions that a slow host ends.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const heard = listenTo(page);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective: directive }) => {
      console.error(`policy violated: ${directive}`);
    });
  });
  for (const path of ['/', '/reviews/']) {
    await page.goto(HOST + path);
    expect(await isLoaded(page), path).toBe(false);
  }
  const field = page.getByRole('searchbox');
  await field.pressSequentially('settlement', { delay: 20 });
  await expect(page).toHaveURL(`${HOST}/reviews/?words=settlement`);
  await expect(field).toBeFocused();
  await expect(page.locator('.review-card mark').first()).toHaveText(/settle/i);
  expect(await isLoaded(page)).toBe(true);

  const filter = page.getByRole('navigation', { name: 'Filter' });
  const stars = filter.getByRole('link', { name: /^5 stars/ });
  const count = await stars.locator('small').textContent();
  await stars.click();
  await expect(page).toHaveURL(`${HOST}/reviews/?rating=5&words=settlement`);
  await expect(status(page)).toContainText(new RegExp(`^\\s*${count} review`));
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('5 stars');
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL(`${HOST}/reviews/`);
  await expect(status(page)).toContainText(`${published.reviews.length} reviews`);
  await page.goForward();
  await expect(status(page)).toContainText(new RegExp(`^\\s*${count} review`));
  await expect(field).toHaveValue('settlement');
  await page.reload();
  await expect(status(page)).toContainText(new RegExp(`^\\s*${count} review`));
  await expect(page).toHaveTitle(/settlement/);

  await page.goto(`${HOST}/reviews/?rating=nine&sort=oldest`);
  await expect(page.getByRole('alert')).toContainText('Rating');
  const oldest = published.reviews.at(-1)?.datePublished ?? '';
  await expect(page.getByRole('article').first().locator('time')).toHaveAttribute(
    'datetime',
    oldest,
  );
  await page.getByRole('link', { name: 'Next' }).first().click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(status(page)).toContainText('26–50');

  await page.goto(`${HOST}/`);
  await page.getByRole('searchbox').fill('settlement');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/settlement/);
  expect(heard).toEqual([]);
});

test('a list of files that cannot be loaded says so, keeps the question, and is tried again', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`${HOST}/reviews.json`, async (route) => {
    await promise;
    await route.abort();
  });
  await page.goto(`${HOST}/reviews/?words=lost&rating=1&since=2010-01-01&sort=lowest`);
  const field = page.getByRole('searchbox');
  await expect(field).toHaveValue('lost');
  await expect(page.getByLabel('Sort by')).toHaveValue('lowest');
  await expect(page.getByText('Searching…')).toBeVisible();
  resolve();
  const alert = page.getByRole('alert').filter({ visible: true });
  await expect(alert).toContainText('The reviews could not be loaded.');
  await expect(page.getByText('Searching…')).toBeHidden();
  await expect(field).toHaveValue('lost');

  await page.unroute(`${HOST}/reviews.json`);
  await field.press('Enter');
  await expect(
    page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'),
  ).toHaveCount(4);
  await expect(page).toHaveURL(/words=lost&since=2010-01-01&sort=lowest&rating=1$/);
  await expect(alert).toHaveCount(0);
});

test('without scripts a list of files shows the newest, and leads to the archive', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.route(`${HOST}/**`, answerWithFile);
  await page.goto(`${HOST}/reviews/?words=settlement`);
  // Chromium takes it for text where only its debugger switches scripts off.
  expect(await page.locator('noscript').innerHTML()).toContain('filters need JavaScript');
  await page.getByRole('main').getByRole('link', { name: 'The archive' }).first().click();
  await expect(page).toHaveURL(`${HOST}/archive/`);
  await page.close();
});

/** Questions of all kinds, some with mistakes. */
function questionsAbout({ reviews, business }: ReviewsDocument): fc.Arbitrary<string> {
  const text = fc
    .tuple(fc.constantFrom(...reviews), fc.nat(200), fc.nat(40))
    .map(([{ reviewBody, name = '', author }, from, length]) =>
      `${reviewBody} ${name} ${author.name}`.slice(from, from + length + 1),
    );
  const oneOf = (...all: readonly string[]) => fc.constantFrom(...all, 'unknown', all[0] ?? '');
  const date = fc.constantFrom(...reviews.map(({ datePublished }) => datePublished));
  const aspects = reviews.flatMap((review) => review.aspects?.map(({ id }) => id) ?? []);
  const names = ({ id, name }: { readonly id: string; readonly name: string }) => [id, name];
  return fc
    .record(
      {
        words: fc.oneof(text, oneOf('lawyer fee', '"called me"', 'didn’t', 'fees')),
        query: text,
        rating: oneOf('1', '5', 'nine'),
        min_rating: oneOf('2', '4.5'),
        max_rating: oneOf('2', '4.5'),
        since: date,
        until: date,
        mentions_technician: oneOf(...business.employee.flatMap(names), 'Grace', 'Elena Munos'),
        mentions_service: oneOf(...business.services.flatMap(names)),
        service_area: oneOf(...business.areaServed.flatMap(names)),
        aspect: oneOf(...aspects, 'fees'),
        sentiment: oneOf('positive', 'mixed'),
        source: oneOf('google', 'Gogle'),
        language: oneOf('en', 'es', '*', 'xx'),
        has_text: oneOf('true', 'false'),
        has_reply: oneOf('true', 'false'),
        sort: oneOf(...SORTS),
        page: oneOf('2', '3', '99'),
      },
      { requiredKeys: [] },
    )
    .map((asked) => {
      // With all of them, nothing is ever found.
      const some = Object.entries(asked).filter((_, at) => at % 3 === asked.rating?.length);
      return new URLSearchParams(
        some.length > 0 ? some : Object.entries(asked).slice(0, 3),
      ).toString();
    });
}

/** The heading, the filters and the results of a list. */
function partsOf(html: string): string {
  const [start, end] = [
    html.indexOf('<h1'),
    html.search(/<details class="list-uses"|<p class="note">L/),
  ];
  const notices = /<noscript>.*?<\/noscript>|<p class="problems" id.*?<\/p>/gs;
  return html.slice(start, end).replace(notices, '').trimEnd();
}

test('500 questions are answered in the browser as by a service, to the letter', async ({
  page,
  published,
  url,
}) => {
  const questions = fc.sample(questionsAbout(published), 500);
  await page.goto(`${HOST}/reviews/`);
  const [script = ''] = globSync(join(files, '_astro/render-list.*.js'));
  const module = script.slice(files.length);
  for (const question of questions) {
    const address = `/reviews/?${question}`;
    const answer = await fetchPage(url + address);
    const made = await page.evaluate(
      async ([module, address]) => {
        const { renderList } = await import(module);
        return (await renderList(address)).text();
      },
      [module, address] as const,
    );
    expect(partsOf(made), address).toBe(partsOf(await answer.text()));
  }
});
