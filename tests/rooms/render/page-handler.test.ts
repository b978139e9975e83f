import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { readListQuestion } from '#search/question/list-question.ts';
import { BUNDLE_SCRIPT, ensureBundle } from '../../../sidecar/render/bundle.ts';
import { loadPageHandler } from '../../../sidecar/render/page-handler.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { startInProcess } from '../../support/in-process.ts';
import { makeRelease } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { UNPUBLISHED_WORDS } from '../../support/sample-content.ts';

/** The real pages, made where they are missing, and moved to where no package can be found. */
const MOVED = createFolder({ after });
const making = { stateDir: join(MOVED, 'state'), script: BUNDLE_SCRIPT, tell: () => {} };
const bundle = await ensureBundle(making, new AbortController().signal);
cpSync(bundle.folder, join(MOVED, 'bundle'), { recursive: true });
const ENTRY = join(MOVED, 'bundle/server/entry.mjs');

const render = await loadPageHandler(ENTRY);
const baseUrl = 'https://reviews.example';
const { release } = await makeRelease(undefined, { baseUrl });
const { published: source } = release;
const REVIEW = '/reviews/review-a/';
const LIST = '/reviews/';
const KINDS = [
  ...['/', '/agents/', '/archive/', '/docs/', '/feeds/', '/insights/', '/methodology/', '/websub/'],
  ...[REVIEW, LIST, '/people/elena-munoz/', '/archive/2026/10/'],
];

test('a bundle that was moved away from all packages renders every page', async () => {
  for (let folder = dirname(ENTRY); folder !== dirname(folder); folder = dirname(folder)) {
    assert.equal(existsSync(join(folder, 'node_modules')), false, folder);
  }
  const others = ['/services/car-accident/', '/aspects/communication/', '/archive/2026/'];
  for (const path of [...KINDS, ...others, '/docs/search/', '/reviews/review-b/']) {
    const { status, html } = await render(path, source);
    const text = html.toString('utf8');
    assert.equal(status, 200, path);
    assert.match(text, /^<!DOCTYPE html>[\s\S]*<\/html>\s*$/i);
    assert.ok(text.includes(`<link rel="canonical" href="${baseUrl}${path}">`), path);
    for (const word of UNPUBLISHED_WORDS) assert.ok(!text.includes(word), `${path} ${word}`);
    assert.equal(html.buffer.byteLength, html.length, 'it holds no more memory than bytes');
  }
});

test('a page that fails, even half-way, rejects with the very error as cause, and others are rendered', async () => {
  const error = new Error('It cannot be read.');
  const fail = () => Promise.reject(error);
  const review = (await source.review('review-a')) ?? assert.fail();
  const halfway = {
    ...review,
    get reviewBody(): string {
      throw error;
    },
  };
  for (const [path, failing] of [
    ['/', { head: fail }],
    ['/', { search: fail }],
    ['/', { insights: fail }],
    [REVIEW, { review: fail }],
    [REVIEW, { neighbours: fail }],
    [REVIEW, { review: async () => halfway }],
  ] as const) {
    const message = `The page ${path} cannot be rendered.`;
    await assert.rejects(render(path, { ...source, ...failing }), { message, cause: error });
    assert.equal((await render(path, source)).status, 200);
  }
  // An answer with another status than the path has in the release.
  const gone = { ...source, review: async () => undefined };
  const cause = new Error('The bundle answers 404.');
  await assert.rejects(render(REVIEW, gone), { cause });
});

test('the adapter says nothing of a page that fails, and an unhandled rejection ends the process', () => {
  const program = `
    const { loadPageHandler } = await import('${REPOSITORY}sidecar/render/page-handler.ts');
    const render = await loadPageHandler('${ENTRY}');
    await render('/', {}).catch(() => console.log('failed'));
    await render('/nowhere/', {}).catch(({ cause }) => console.log(cause.message));
    Promise.reject(new Error('Nothing handles this.'));
    setTimeout(() => console.log('It goes on.'), 1000);`;
  const args = ['--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(stdout, 'failed\nThe bundle has no page there.\n');
  assert.equal(status, 1);
  assert.match(stderr, /Error: Nothing handles this\./);
  assert.doesNotMatch(stderr, /render/);
});

test('nothing of a request reaches a page but a question: neither Host nor header nor query', async (t) => {
  const { url } = await startInProcess(t, { release, render });
  const plain = (await render(REVIEW, source)).html;
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'gopher',
    'X-Forwarded-Port': '666',
    'Accept-Language': 'de',
    Cookie: 'a=b',
  };
  for (const target of [REVIEW, `${REVIEW}?evil=1`, `${REVIEW}?evil=2#evil`]) {
    const { status, body } = await ask(url, target, { headers });
    assert.equal(status, 200, target);
    assert.ok(body.equals(plain), target);
  }
  const list = (await render(LIST, source, readListQuestion('rating=5'))).html;
  const { body } = await ask(url, `${LIST}?utm_source=evil&rating=5`, { headers });
  assert.ok(body.equals(list), 'a question is read, and handed over as values');
  const missing = await ask(url, '/evil/?evil', { headers: { ...headers, Accept: 'text/html' } });
  assert.equal(missing.status, 404);
  assert.doesNotMatch(missing.text, /evil/);
});
