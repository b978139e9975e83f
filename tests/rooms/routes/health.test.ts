import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHubAccess } from '../../../sidecar/hub/request.ts';
import { RebuildStatus } from '../../../sidecar/publish/rebuild-status.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { replyWithHealth, replyWithReadiness } from '../../../sidecar/routes/health.ts';
import { ask } from '../../support/ask.ts';
import { readHealth } from '../../support/health.ts';
import { startInProcess } from '../../support/in-process.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { createFakeHubClient, HUB_SETTINGS } from './serve-hub.ts';

const { release } = await makeRelease();

async function readinessOf(url: string) {
  const { status, json } = await ask(url, '/readyz');
  return [status, json()];
}

test('a process lives while it starts, serves and drains, and is ready while it serves', async (t) => {
  const access = createHubAccess(createFakeHubClient().client, HUB_SETTINGS, BASE_URL);
  let hub: typeof access | undefined;
  const { url, current } = await startInProcess(t, { hub: () => hub });
  assert.deepEqual(await readHealth(url), {
    status: 'ok',
    release: null,
    pages: 'ready',
    isRebuilding: false,
    lastError: null,
    faults: [],
    hub: { isReady: false },
  });
  assert.deepEqual(await readinessOf(url), [503, { status: 'starting' }]);
  current.swap(release);
  hub = access;
  assert.deepEqual(await readinessOf(url), [200, { status: 'ready', pages: 'ready' }]);
  assert.deepEqual((await readHealth(url)).hub, { isReady: true });
  current.drain();
  assert.deepEqual(await readinessOf(url), [503, { status: 'draining' }]);
  assert.equal((await readHealth(url)).status, 'ok');
});

test('where pages are missing, that is stated, and the process is ready for data once that is known', async () => {
  const current = new CurrentRelease();
  current.swap(release);
  const time = '2026-11-20T08:00:00.000Z';
  const status = new RebuildStatus(() => new Date(time));
  const { supervisor } = createSupervised();
  const healthOf = (pages: Parameters<typeof replyWithReadiness>[1]) => {
    const ready = replyWithReadiness(current, pages);
    const health = replyWithHealth({ current, pages, status, supervisor, hub: undefined });
    const { pages: stated, lastError } = JSON.parse(String(health.body[0]));
    return [ready.status, JSON.parse(String(ready.body[0])), stated, lastError];
  };
  const starting = { status: 'starting' } as const;
  assert.deepEqual(healthOf(starting), [503, { status: 'starting' }, 'starting', null]);
  const failed = { status: 'failed' } as const;
  supervisor.fail(
    { kind: 'bundle', what: 'the pages', code: 'BUNDLE_FAILED', reason: 'no' },
    () => {},
  );
  const ready = { status: 'ready', pages: 'failed' };
  const error = { code: 'BUNDLE_FAILED', time, count: 1 };
  assert.deepEqual(healthOf(failed), [200, ready, 'failed', error]);
  // What is wrong with the content stands first.
  status.fail('CONTENT_INVALID', 3);
  assert.deepEqual(healthOf(failed)[3], { code: 'CONTENT_INVALID', time, count: 3 });
});

test('health lists what is wrong: the content or the release first, then all that is tried again', async (t) => {
  const { url, status, supervisor } = await startInProcess(t, { release });
  const what = 'the release store';
  supervisor.fail({ kind: 'storage', what, code: 'ENOSPC', reason: 'no space left' }, () => {});
  const [storage] = (await readHealth(url)).faults;
  assert.ok(storage);
  assert.ok(Date.parse(storage.nextTry ?? '') > Date.parse(storage.since));
  status.isRebuilding = true;
  assert.equal((await readHealth(url)).isRebuilding, true);
  for (const [code, count, kind, message] of [
    ['CONTENT_INVALID', 3, 'content', 'the content: 3 errors'],
    ['RELEASE_UNUSABLE', 1, 'release', 'the release in OUT_DIR cannot be used'],
  ] as const) {
    status.fail(code, count);
    const { faults, lastError, isRebuilding } = await readHealth(url);
    const time = lastError?.time ?? '';
    assert.deepEqual([lastError, isRebuilding], [{ code, count, time }, false]);
    assert.deepEqual(faults, [{ kind, code, since: time, nextTry: null, message }, storage]);
  }
  status.succeed();
  supervisor.recover(what);
  const { faults, lastError } = await readHealth(url);
  assert.deepEqual([faults, lastError], [[], null]);
});
