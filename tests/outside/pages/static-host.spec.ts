import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { HTML_TYPE, mediaTypeOf } from '#artifacts/media-types.ts';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import { expect, test } from '../../e2e/service.ts';
import { sharedRelease } from '../../support/release.ts';

/** Serves the files of a folder as plain hosts do, which read no query. */
async function serveFiles(folder: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const isThere = existsSync(path) && statSync(path).isFile();
    const file = isThere ? path : join(folder, '404.html');
    const mediaType = file.endsWith('.html') ? HTML_TYPE : mediaTypeOf(file);
    response.writeHead(isThere ? 200 : 404, { 'Content-Type': mediaType });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('It listens on a port.');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${bound.port}`, stop };
}

test('as files a list says that filters need the service, and leads to the archive of every review', async ({
  page,
  published,
}) => {
  // Where nobody did yet, the demonstration is built first.
  test.setTimeout(120_000);
  const { url, stop } = await serveFiles(join(await sharedRelease(), PUBLIC_FOLDER));
  try {
    const note = page.getByText('Search and filters need the live service');
    await page.goto(`${url}/reviews/`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(note).toBeHidden();
    for (const asked of ['?rating=1', '?sort=lowest', '?utm_source=mail&query=deposition']) {
      await page.goto(`${url}/reviews/${asked}`);
      await expect(note, asked).toBeVisible();
    }
    for (const asked of ['?utm_source=mail', '?query=&since=']) {
      await page.goto(`${url}/reviews/${asked}`);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(note, asked).toBeHidden();
    }

    await page.getByRole('searchbox').fill('deposition');
    await expect(note).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await expect(note).toBeHidden();

    await page.goto(`${url}/reviews/?rating=1`);
    await note.getByRole('link').click();
    await expect(page).toHaveURL(`${url}/archive/`);
    const [newest] = published.reviews;
    const [year, month] = newest?.datePublished.split('-') ?? [];
    await page.locator(`a[href="/archive/${year}/${month}/"]`).click();
    await page.locator(`main a[href="/reviews/${newest?.id}/"]`).click();
    await expect(page.getByRole('main')).toContainText(newest?.reviewBody.slice(0, 60) ?? '');

    const missing = await page.goto(`${url}/no-such-page/`);
    expect(missing?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  } finally {
    stop();
  }
});
