import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from 'playwright/test';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import { expect, test } from '../../e2e/service.ts';
import { sharedRelease } from '../../support/release.ts';

const HOST = 'https://files.example';

/** Answers from the files of a folder as plain hosts do, which read no query. */
function serveFrom(folder: string) {
  return (route: Route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const isThere = existsSync(path) && statSync(path).isFile();
    return isThere
      ? route.fulfill({ path })
      : route.fulfill({ path: join(folder, '404.html'), status: 404 });
  };
}

test('as files a list says that filters need the service, and leads to the archive of every review', async ({
  page,
  published,
}) => {
  // Where nobody did yet, the demonstration is built first.
  await page.route(`${HOST}/**`, serveFrom(join(await sharedRelease(), PUBLIC_FOLDER)));
  const note = page.getByText('Search and filters need the live service');
  for (const [asked, isTold] of [
    ['', false],
    ['?utm_source=mail', false],
    ['?words=&since=', false],
    ['?sort=lowest', true],
    ['?utm_source=mail&words=deposition', true],
  ] as const) {
    await page.goto(`${HOST}/reviews/${asked}`);
    await expect(note, asked).toBeVisible({ visible: isTold });
  }

  await page.goto(`${HOST}/reviews/`);
  await page.getByRole('searchbox').fill('deposition');
  await expect(note).toBeVisible();
  await note.getByRole('link').click();
  await expect(page).toHaveURL(`${HOST}/archive/`);
  const [newest] = published.reviews;
  const [year, month] = newest?.datePublished.split('-') ?? [];
  await page.locator(`a[href="/archive/${year}/${month}/"]`).click();
  await page.locator(`main a[href="/reviews/${newest?.id}/"]`).click();
  await expect(page.getByRole('main')).toContainText(newest?.reviewBody.slice(0, 60) ?? '');

  const missing = await page.goto(`${HOST}/no-such-page/`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});
