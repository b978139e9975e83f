import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import type { ReviewSource } from '#search/review-source.ts';
import { loadPageHandler } from '../../../sidecar/render/page-handler.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { UNPUBLISHED_WORDS } from '../../support/sample-content.ts';
import { moveRealBundle } from './real-bundle.ts';
import { runModule } from './run-module.ts';

const ENTRY = await moveRealBundle({ after });
const before = listenersNow();
const render = await loadPageHandler(ENTRY);
// At once: other files may run in this process.
const afterLoading = listenersNow();
const baseUrl = 'https://reviews.example';
const { release } = await makeRelease(undefined, { baseUrl });
const { source } = release;
const PAGES = [
  '/',
  '/agents/',
  '/docs/',
  '/docs/search/',
  '/feeds/',
  '/websub/',
  '/reviews/review-b/',
];

/** How many listen to what happens in this process. */
function listenersNow(): Record<string, number> {
  const names = process.eventNames().map(String);
  return Object.fromEntries(names.map((name) => [name, process.listenerCount(name)]));
}

/** A source of which a member fails, whenever it is asked. */
const failing = (name: 'head' | 'review' | 'newest' | 'insights' | 'neighbours', error: Error) => ({
  ...source,
  [name]: () => Promise.reject(error),
});

test('a bundle that was moved away from all packages renders every page', async () => {
  for (let folder = dirname(ENTRY); folder !== dirname(folder); folder = dirname(folder)) {
    assert.equal(existsSync(join(folder, 'node_modules')), false, folder);
  }
  for (const path of PAGES) {
    const { status, html } = await render(path, source);
    const text = html.toString('utf8');
    assert.equal(status, 200, path);
    assert.match(text, /^<!DOCTYPE html>/i);
    assert.match(text, /<\/html>\s*$/);
    assert.ok(text.includes(`<link rel="canonical" href="${baseUrl}${path}">`), path);
    for (const word of UNPUBLISHED_WORDS) assert.ok(!text.includes(word), `${path} ${word}`);
  }
});

test('the documentation is in English, whatever the language of the business', async () => {
  const head = await source.head();
  const business = { ...head.business, knowsLanguage: ['es', 'en'] };
  const spanish = { ...source, head: async () => ({ ...head, business }) };
  const languageAt = async (path: string) =>
    /<html lang="(\w+)">/.exec((await render(path, spanish)).html.toString())?.[1];
  assert.equal(await languageAt('/docs/data/'), 'en');
  assert.equal(await languageAt('/feeds/'), 'es');
});

test('a page holds no more memory than it has bytes', async () => {
  const { html } = await render('/reviews/review-b/', source);
  assert.equal(html.buffer.byteLength, html.length);
});

test('a page shows the review, with its markup as text', async () => {
  const { html } = await render('/reviews/review-b/', source);
  const text = html.toString('utf8');
  assert.match(text, /Straße &lt;\/script&gt; \]\]&gt; &amp; (?:"|&quot;|&#34;)quotes/);
});

test('the page of a removed review is 410 and names no author, that of none is refused', async () => {
  const gone = await render('/reviews/gone-2026/', source);
  assert.equal(gone.status, 410);
  assert.match(gone.html.toString(), /2026/);
  assert.doesNotMatch(gone.html.toString(), /Removedword|Jane/);
  assert.equal((await render('/404.html', source)).status, 404);
});

for (const name of ['head', 'review', 'newest', 'insights', 'neighbours'] as const) {
  test(`a page rejects with the very error of ${name} as cause, and the next page is rendered`, async () => {
    const error = new Error(`There is no ${name}.`);
    const path = name === 'review' || name === 'neighbours' ? '/reviews/review-a/' : '/';
    await assert.rejects(render(path, failing(name, error)), {
      message: `The page ${path} cannot be rendered.`,
      cause: error,
    });
    assert.equal((await render(path, source)).status, 200);
  });
}

test('a page that throws half-way rejects as well, and is never half a page', async () => {
  const error = new Error('This member cannot be read.');
  const review = await source.review('review-a');
  assert.ok(review);
  const broken: ReviewSource = {
    ...source,
    review: async () => ({
      ...review,
      get reviewBody(): string {
        throw error;
      },
    }),
  };
  const rendering = render('/reviews/review-a/', broken);
  await assert.rejects(rendering, { cause: error });
});

test('a page that hangs is given up, and others are rendered', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { promise: never } = Promise.withResolvers<never>();
  const hanging = render('/reviews/review-a/', { ...source, review: () => never });
  const gaveUp = assert.rejects(hanging, { cause: new Error('It took more than 5000 ms.') });
  assert.equal((await render('/reviews/review-a/', source)).status, 200);
  t.mock.timers.tick(5_000);
  await gaveUp;
});

test('pages that are rendered at the same time show each their own release', async () => {
  const other = await makeRelease(undefined, { baseUrl: 'https://other.example' });
  const pages = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const { html } = await render('/', index % 2 ? other.release.source : source);
      return html.toString().includes(`href="${index % 2 ? other.release.baseUrl : baseUrl}/"`);
    }),
  );
  assert.ok(pages.every(Boolean));
});

test('nothing of a request reaches a page: neither Host nor header nor query', async (t) => {
  const { url } = await startInProcess(t, { release, render });
  const path = '/reviews/review-a/';
  const plain = (await render(path, source)).html;
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'gopher',
    'X-Forwarded-Port': '666',
    'Accept-Language': 'de',
    Cookie: 'a=b',
  };
  for (const target of [path, `${path}?evil=1`, `${path}?evil=2#evil`]) {
    const { status, body } = await ask(url, target, { headers });
    assert.equal(status, 200, target);
    assert.ok(body.equals(plain), target);
  }
  const missing = await ask(url, '/evil/?evil', { headers: { ...headers, Accept: 'text/html' } });
  assert.equal(missing.status, 404);
  assert.doesNotMatch(missing.text, /evil/);
});

test('loading leaves no listener in the process', () => {
  assert.deepEqual(afterLoading, before);
});

test('after loading, a rejection that nobody handles ends the process', async (t) => {
  const { code, stdout, stderr } = await runModule(
    t,
    `
      const { loadPageHandler } = await import('${REPOSITORY}sidecar/render/page-handler.ts');
      await loadPageHandler('${ENTRY}');
      setTimeout(() => console.log('I live on.'), 5000);
      Promise.reject(new Error('Nobody handles me.'));`,
  );
  assert.notEqual(code, 0);
  assert.equal(stdout, '');
  assert.match(stderr, /Nobody handles me/);
});

test('a page that throws is told to nobody but who asked for it', async (t) => {
  const { code, stdout, stderr } = await runModule(
    t,
    `
      const { loadPageHandler } = await import('${REPOSITORY}sidecar/render/page-handler.ts');
      const { makeRelease } = await import('${REPOSITORY}tests/support/release.ts');
      const render = await loadPageHandler('${ENTRY}');
      const { source } = (await makeRelease()).release;
      const failed = () => Promise.reject(new Error('It failed.'));
      for (const broken of [{ head: failed }, { review: failed }, { neighbours: failed }]) {
        await render('/reviews/review-a/', { ...source, ...broken }).catch(() => {});
      }
      console.log('done');`,
  );
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'done\n', stderr: '' });
});

test('what is no bundle is refused', async (t) => {
  const folder = createFolder(t);
  await assert.rejects(loadPageHandler(join(folder, 'entry.mjs')), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
});

test('an answer with another status than the path has in the release is a failure', async () => {
  const gone: ReviewSource = { ...source, review: async () => undefined };
  await assert.rejects(render('/reviews/review-a/', gone), {
    cause: new Error('The bundle answers 404.'),
  });
});

test('kinds of pages that were rendered once need the folder of their bundle no more', async (t) => {
  const folder = createFolder(t);
  cpSync(dirname(dirname(ENTRY)), folder, { recursive: true });
  const own = await loadPageHandler(join(folder, 'server/entry.mjs'));
  const kinds = [
    '/',
    '/docs/',
    '/feeds/',
    '/websub/',
    '/agents/',
    '/404.html',
    '/reviews/review-a/',
  ];
  for (const path of kinds) await own(path, source);
  rmSync(folder, { recursive: true });
  for (const path of [...kinds, '/reviews/review-b/', '/reviews/gone-2026/']) {
    assert.ok((await own(path, source)).html.length > 0, path);
  }
});

test('a kind of pages whose files are gone fails, and is rendered once they are back', async (t) => {
  const folder = createFolder(t);
  const give = () => cpSync(dirname(dirname(ENTRY)), folder, { recursive: true });
  give();
  const own = await loadPageHandler(join(folder, 'server/entry.mjs'));
  await own('/', source);
  rmSync(folder, { recursive: true });
  for (let time = 0; time < 2; time++) {
    await assert.rejects(own('/feeds/', source), {
      message: 'The page /feeds/ cannot be rendered.',
    });
  }
  give();
  assert.equal((await own('/feeds/', source)).status, 200);
});

test('a bundle that is loaded again in its place is read anew, whatever was imported of it', async (t) => {
  const folder = createFolder(t);
  const give = () => cpSync(dirname(dirname(ENTRY)), folder, { recursive: true });
  give();
  const entry = join(folder, 'server/entry.mjs');
  const before = await loadPageHandler(entry);
  const chunks = join(folder, 'server/chunks');
  for (const name of readdirSync(chunks)) writeFileSync(join(chunks, name), '');
  await assert.rejects(before('/feeds/', source));
  give();
  // What was found damaged stays so for those who imported it.
  await assert.rejects(before('/feeds/', source));
  const after = await loadPageHandler(entry);
  assert.equal((await after('/feeds/', source)).status, 200);
});
