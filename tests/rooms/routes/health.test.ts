import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHubAccess } from '../../../sidecar/hub/request/hub-access.ts';
import { RebuildStatus } from '../../../sidecar/publish/rebuild-status.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { replyWithHealth, replyWithReadiness } from '../../../sidecar/routes/health.ts';
import { ask } from '../../support/ask.ts';
import { startInProcess } from '../../support/in-process.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { readHealth } from '../../support/read-health.ts';
import { BASE_URL, makeRelease } from '../../support/release.ts';
import { createFakeHubClient, HUB_SETTINGS } from '../../support/serve-hub.ts';

const { release } = await makeRelease();

test('before the first release the process lives but is not ready', async (t) => {
  const { url, current } = await startInProcess(t);
  const { json } = await ask(url, '/healthz');
  assert.deepEqual(json(), {
    status: 'ok',
    release: null,
    pages: 'ready',
    isRebuilding: false,
    lastError: null,
    faults: [],
    hub: { isReady: false },
  });
  const starting = await ask(url, '/readyz');
  assert.deepEqual([starting.status, starting.json()], [503, { status: 'starting' }]);
  await current.swap(release);
  const ready = await ask(url, '/readyz');
  assert.deepEqual([ready.status, ready.json()], [200, { status: 'ready', pages: 'ready' }]);
});

test('until it is known whether there are pages, the process is not ready', async () => {
  const current = new CurrentRelease();
  await current.swap(release);
  const pages = { status: 'starting', failedAt: undefined } as const;
  const readiness = replyWithReadiness(current, pages);
  assert.deepEqual([readiness.status, String(readiness.body[0])], [503, '{"status":"starting"}']);
  const { supervisor } = createSupervised();
  const status = new RebuildStatus();
  const health = replyWithHealth({ current, pages, status, supervisor, hub: undefined });
  assert.equal(JSON.parse(String(health.body[0])).pages, 'starting');
});

test('where pages cannot be made that is told, and the process is ready for data', async () => {
  const current = new CurrentRelease();
  await current.swap(release);
  const time = '2026-11-20T08:00:00.000Z';
  const pages = { status: 'failed', failedAt: new Date(time) } as const;
  const { status, body } = replyWithReadiness(current, pages);
  assert.deepEqual([status, String(body[0])], [200, '{"status":"ready","pages":"failed"}']);
  const rebuild = new RebuildStatus(() => new Date(time));
  const { supervisor } = createSupervised();
  const parts = { current, pages, status: rebuild, supervisor, hub: undefined };
  const healthOf = () => JSON.parse(String(replyWithHealth(parts).body[0]));
  const failed = { code: 'BUNDLE_FAILED', time, count: 1 };
  const told = healthOf();
  assert.deepEqual([told.pages, told.lastError], ['failed', failed]);
  // What is wrong with the content comes first.
  rebuild.fail('CONTENT_INVALID', 3);
  assert.deepEqual(healthOf().lastError, { code: 'CONTENT_INVALID', time, count: 3 });
});

test('health tells what is wrong: the content or the release first, then all that is tried again', async (t) => {
  const { url, status, supervisor } = await startInProcess(t, { release });
  const faultsNow = async () => (await readHealth(url)).faults;
  const what = 'the release store';
  supervisor.fail({ kind: 'storage', what, code: 'ENOSPC', reason: 'no space left' }, () => {});
  const [storage] = await faultsNow();
  assert.deepEqual(
    [storage?.kind, storage?.code, storage?.message],
    ['storage', 'ENOSPC', 'the release store: no space left'],
  );
  assert.ok(Date.parse(storage?.nextTry ?? '') > Date.parse(storage?.since ?? ''));
  for (const [code, count, kind, message] of [
    ['CONTENT_INVALID', 1, 'content', 'the content: 1 error'],
    ['CONTENT_INVALID', 3, 'content', 'the content: 3 errors'],
    ['RELEASE_UNUSABLE', 1, 'release', 'the release in OUT_DIR cannot be used'],
  ] as const) {
    status.fail(code, count);
    const since = status.lastError?.time;
    assert.deepEqual(await faultsNow(), [{ kind, code, since, nextTry: null, message }, storage]);
  }
  status.succeed();
  supervisor.recover(what);
  assert.deepEqual(await faultsNow(), []);
});

test('health tells that a rebuild failed, when, and how many errors there are, no more', async (t) => {
  const { url, status } = await startInProcess(t, { release });
  status.start();
  assert.equal((await ask(url, '/healthz')).json().isRebuilding, true);
  status.fail('CONTENT_INVALID', 3);
  const told = (await ask(url, '/healthz')).json();
  assert.equal(told.isRebuilding, false);
  const time = status.lastError?.time ?? '';
  assert.deepEqual(told.lastError, { code: 'CONTENT_INVALID', count: 3, time });
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  status.succeed();
  assert.equal((await ask(url, '/healthz')).json().lastError, null);
});

test('health tells whether the hub takes requests', async (t) => {
  const { client } = createFakeHubClient();
  for (const isReady of [true, false]) {
    const hub = {
      ...createHubAccess(client, HUB_SETTINGS, BASE_URL),
      client: { ...client, isReady },
    };
    const { url } = await startInProcess(t, { release, hub: () => hub });
    assert.deepEqual((await ask(url, '/healthz')).json().hub, { isReady });
  }
});

test('a process that drains is not ready but lives', async (t) => {
  const { url, current } = await startInProcess(t, { release });
  current.drain();
  const { status, json } = await ask(url, '/readyz');
  assert.deepEqual([status, json()], [503, { status: 'draining' }]);
  assert.equal((await ask(url, '/healthz')).status, 200);
});

test('health is never cached, and HEAD agrees', async (t) => {
  const { url } = await startInProcess(t, { release });
  for (const path of ['/healthz', '/readyz']) {
    const get = await ask(url, path);
    const head = await ask(url, path, { method: 'HEAD' });
    assert.equal(get.headers['cache-control'], 'no-store');
    assert.equal(get.headers['content-type'], 'application/json');
    const { date: _, ...fields } = get.headers;
    const { date: __, ...same } = head.headers;
    assert.deepEqual(same, fields);
    assert.equal(head.body.length, 0);
    assert.equal((await ask(url, path, { method: 'POST' })).status, 405);
  }
});
