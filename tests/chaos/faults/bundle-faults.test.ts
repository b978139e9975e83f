import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createQuestions } from '../../support/deployment.ts';
import { goodContent } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { type BundleMode, copyProgram } from './program-copy.ts';

async function startWithoutBundle(t: TestContext, mode: BundleMode) {
  const { command, env, bundling } = copyProgram(t, mode);
  const content = goodContent(1);
  const service = await startService(t, { content, command, env, until: 'listening' });
  const questions = createQuestions(service.url);
  await waitUntil('the data', async () => (await questions.status('/reviews.json')) === 200);
  return { ...service, ...questions, bundling };
}

type Asked = ReturnType<typeof createQuestions>;

/** Browsers are shown a page that they load again. */
async function assertNoPagesYet({ get, status }: Asked, detail: RegExp): Promise<void> {
  for (const path of ['/', '/reviews/review-1/']) {
    const { status, headers, text } = await get(path, 'text/html,*/*;q=0.8');
    assert.deepEqual([path, status], [path, 503]);
    const seconds = String(headers['retry-after']);
    assert.ok(text.includes(`<meta http-equiv="refresh" content="${seconds}">`));
    assert.match(text, detail);
  }
  for (const [path, expected] of [
    ['/reviews.json', 200],
    ['/api/reviews/search?query=informed', 200],
    ['/no-such-page/', 404],
    ['/reviews/gone-1/', 410],
  ] as const) {
    assert.equal(await status(path), expected, path);
  }
}

test('the data are served while the pages are bundled; a bundle that fails is made again', {
  timeout: 120_000,
}, async (t) => {
  const service = await startWithoutBundle(t, 'hold');
  const { get, health, status, bundling, logged, log } = service;
  await logged('bundling the pages');
  const { pages, faults } = await health();
  assert.deepEqual([pages, faults], ['starting', []]);
  await assertNoPagesYet(service, /are being prepared/);

  bundling('fail');
  await logged('serving');
  assert.deepEqual((await get('/readyz')).json(), { status: 'ready', pages: 'failed' });
  await assertNoPagesYet(service, /cannot be shown at the moment/);
  const failed = await health();
  assert.deepEqual([failed.pages, failed.lastError?.code], ['failed', 'BUNDLE_FAILED']);
  assert.deepEqual(
    failed.faults.map(({ kind, code, message }) => [kind, code, message]),
    [['bundle', 'BUNDLE_FAILED', 'the pages: the bundle cannot be made']],
  );
  assert.doesNotMatch(JSON.stringify(failed), /styles|testimony|node_modules|\.ts\b|\.bundle/);
  const told = log.find(({ code }) => code === 'BUNDLE_FAILED');
  assert.match(String(told?.cause), /The styles in .* are missing/);

  bundling('give');
  await waitUntil('the pages', async () => (await status('/')) === 200);
  assert.deepEqual((await health()).faults, []);
  assert.deepEqual((await get('/readyz')).json(), { status: 'ready', pages: 'ready' });
});
