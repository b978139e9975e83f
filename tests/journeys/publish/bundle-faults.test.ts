import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { type BundleMode, copyProgram } from '../../support/program-copy.ts';
import { type Health, readHealth } from '../../support/read-health.ts';
import { processesWith } from '../../support/run-script.ts';
import { startListening, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { goodContent } from './good-content.ts';

/** A bundle that cannot be made is tried again after so long. */
const FIRST_RETRY_MS = 1_000;
/** Whoever stops a service does not wait for longer. */
const STOP_MS = 5_000;

const AS_BROWSER = { headers: { Accept: 'text/html,*/*;q=0.8' } };

async function startWithoutBundle(t: TestContext, mode: BundleMode) {
  const { command, env, bundling } = copyProgram(t, mode);
  const service = await startListening(t, { content: goodContent(1), command, env });
  const { url } = service;
  await waitUntil('the data', async () => (await ask(url, '/reviews.json')).status === 200);
  const ready = async () => {
    const { status, text } = await ask(url, '/readyz');
    return { status, told: JSON.parse(text) };
  };
  const calls = () =>
    readFileSync(`${env.TESTIMONY_TEST_BUNDLING}.calls`, 'utf8').trim().split('\n').map(Number);
  return { ...service, bundling, ready, calls };
}

/** The one fault is that of the bundle, and says when it is tried again. */
function assertIsTold(faults: Health['faults']): void {
  const [fault, ...others] = faults;
  assert.ok(fault);
  const { since, nextTry, ...rest } = fault;
  assert.deepEqual(rest, {
    kind: 'bundle',
    code: 'BUNDLE_FAILED',
    message: 'the pages: the bundle cannot be made',
  });
  if (nextTry !== null) assert.ok(Date.parse(nextTry) >= Date.parse(since) + FIRST_RETRY_MS);
  assert.deepEqual(others, []);
}

/** Every page of a release and every other address of a browser's is answered with a page. */
async function assertNoPagesYet(url: string, detail: RegExp): Promise<void> {
  for (const path of ['/', '/feeds/', '/reviews/review-1/']) {
    const { status, headers, text } = await ask(url, path, AS_BROWSER);
    assert.deepEqual([path, status], [path, 503]);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.equal(headers['cache-control'], 'no-store');
    const seconds = String(headers['retry-after']);
    assert.match(seconds, /^\d+$/);
    assert.ok(text.includes(`<meta http-equiv="refresh" content="${seconds}">`));
    assert.match(text, detail);
    assert.match(text, /<\/html>\s*$/);
  }
  const told = await ask(url, '/', { headers: { Accept: 'application/json' } });
  assert.equal(told.status, 503);
  assert.match(String(told.json().detail), detail);
  for (const path of ['/reviews.json', '/feed.xml', '/api/reviews/search?query=informed']) {
    assert.equal((await ask(url, path)).status, 200, path);
  }
  // What has no page is told as such, without one.
  assert.equal((await ask(url, '/no-such-page/', AS_BROWSER)).status, 404);
  assert.equal((await ask(url, '/reviews/gone-1/', AS_BROWSER)).status, 410);
}

test('the data are served while the pages are bundled, and then the pages', async (t) => {
  const { url, bundling, ready, logged } = await startWithoutBundle(t, 'hold');
  await logged('bundling the pages');
  assert.deepEqual(await ready(), { status: 503, told: { status: 'starting' } });
  const { pages, faults } = await readHealth(url);
  assert.deepEqual([pages, faults], ['starting', []]);
  await assertNoPagesYet(url, /are being prepared/);

  bundling('give');
  await logged('serving');
  assert.deepEqual(await ready(), { status: 200, told: { status: 'ready', pages: 'ready' } });
  const { status, text } = await ask(url, '/', AS_BROWSER);
  assert.equal(status, 200);
  assert.match(text, /edition-1\./);
});

test('where the pages cannot be bundled that is told, and tried again by itself', async (t) => {
  const started = Date.now();
  const { url, bundling, ready, calls, logged, log } = await startWithoutBundle(t, 'fail');
  await logged('serving');
  assert.deepEqual(await ready(), { status: 200, told: { status: 'ready', pages: 'failed' } });
  await assertNoPagesYet(url, /cannot be shown at the moment/);
  const { text } = await ask(url, '/healthz');
  assert.doesNotMatch(text, /styles|testimony|node_modules|\.ts\b|\.bundle/);
  const { pages, lastError, faults } = await readHealth(url);
  assert.equal(pages, 'failed');
  assert.deepEqual([lastError?.code, lastError?.count], ['BUNDLE_FAILED', 1]);
  const failedAt = Date.parse(lastError?.time ?? '');
  assert.ok(failedAt >= started && failedAt <= Date.now());
  assertIsTold(faults);
  // What is wrong stands in the log.
  const told = log.find(({ code }) => code === 'BUNDLE_FAILED');
  assert.match(
    String(told?.msg),
    /^the pages: the bundle cannot be made; it is tried again in 1 s$/,
  );
  assert.match(String(told?.cause), /The styles in .* are missing/);

  bundling('give');
  await waitUntil('the pages', async () => (await ask(url, '/')).status === 200);
  const [first = 0, second = 0] = calls();
  assert.ok(second - first >= FIRST_RETRY_MS - 50, `${second - first} ms later`);
  const health = await readHealth(url);
  assert.deepEqual([health.pages, health.faults, health.lastError], ['ready', [], null]);
  assert.deepEqual(await ready(), { status: 200, told: { status: 'ready', pages: 'ready' } });
});

test('a bundle that is deleted is made anew where a kind of pages needs it, without a restart', async (t) => {
  const { bundles, command, env, giveBundle } = copyProgram(t, 'give');
  giveBundle();
  const { url, folder, logged, log } = await startService(t, {
    content: goodContent(1),
    command,
    env,
  });
  await waitUntil('the first page', async () => (await ask(url, '/')).status === 200);
  // Where it lay first, and where it is made anew.
  for (const [place, path] of [
    [bundles, '/feeds/'],
    [join(folder, 'state', 'bundle'), '/websub/'],
  ] as const) {
    const from = log.length;
    rmSync(place, { recursive: true });
    assert.equal((await ask(url, path)).status, 500);
    const [fault] = (await readHealth(url)).faults;
    assert.deepEqual(
      [fault?.kind, fault?.code, fault?.message],
      ['rendering', 'RENDERING_FAILED', 'a page: it cannot be rendered'],
    );
    await logged('a page cannot be rendered', from);
    assert.equal((await ask(url, '/')).status, 200);
    await waitUntil('the page', async () => (await ask(url, path)).status === 200);
    await waitUntil('no fault', async () => (await readHealth(url)).faults.length === 0);
    assert.ok(existsSync(join(folder, 'state', 'bundle')));
  }
  // Kinds that nobody has asked for before come from what was made anew.
  for (const path of ['/agents/', '/reviews/review-1/']) {
    assert.equal((await ask(url, path)).status, 200, path);
  }
});

test('a service that is told to end while it bundles ends at once, and the bundling too', async (t) => {
  const { stop, calls, folder, log } = await startWithoutBundle(t, 'hold');
  await waitUntil('the bundling', () => processesWith(`--state-dir ${folder}`).length > 0);
  await waitUntil('it holds', () => {
    try {
      return calls().length > 0;
    } catch {
      return false;
    }
  });
  const began = performance.now();
  assert.equal(await stop(), 0);
  assert.ok(performance.now() - began < STOP_MS);
  await waitUntil('the bundling ends', () => {
    return processesWith(`--state-dir ${join(folder, 'state')}`).length === 0;
  });
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
