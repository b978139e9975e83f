import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  findSecrets,
  OWN_PAGE,
  SECRET_CONTENT,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { ask } from '../../support/ask.ts';
import { saveFiles } from '../../support/content-folder.ts';
import { readHealth } from '../../support/health.ts';
import { atEnd } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { freePort, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { findProgram, installPrograms, whyNoPackages } from './debian.ts';
import { startVarnish } from './proxies.ts';

const SECRET = 'Bearer of-the-tests';
/** It shows nothing of the secret review, nor do its neighbors. */
const ANOTHER = '/reviews/review-11/';

async function startBehindVarnish(t: TestContext, change: readonly [string, string]) {
  if (whyNoPackages() === undefined) installPrograms({ varnishd: 'varnish' });
  const program = findProgram('varnishd');
  if (!program) return t.skip('NOT TESTED: there is no varnishd; install it, or run this as root');
  const port = await freePort();
  const env = { PURGE_URL: `http://127.0.0.1:${port}/`, PURGE_AUTHORIZATION: SECRET };
  const service = await startService(t, { content: SECRET_CONTENT, env });
  const cache = await startVarnish(t, program, service.url, change);
  const takeDown = () => saveFiles(join(service.folder, 'content'), TAKEN_DOWN);
  return { service, cache, takeDown, port };
}

/** True if Varnish answered from its memory. */
async function isHit(cache: string, path: string): Promise<boolean> {
  const asked = { 'Accept-Encoding': 'identity', Accept: 'text/html' };
  const { headers } = await ask(cache, path, { headers: asked });
  return String(headers['x-varnish']).includes(' ');
}

/** From this machine, as through a proxy on it. */
async function refusesBan(cache: string, given: Readonly<Record<string, string>>) {
  const headers = { ...given, 'X-Ban-Paths': '.*' };
  assert.equal((await ask(cache, '/', { method: 'BAN', headers })).status, 403);
}

test('with the adapter, a takedown is gone from Varnish in seconds, and nothing else is', async (t) => {
  const started = await startBehindVarnish(t, ['Purger = ""', `Purger = "${SECRET}"`]);
  if (!started) return;
  const { service, cache, takeDown, port } = started;
  await waitUntil('the fault is reported', async () =>
    (await readHealth(service.url)).faults.some(({ code }) => code === 'PURGE_FAILED'),
  );
  const settings = { PURGE_AUTHORIZATION: SECRET, VARNISH_URL: cache, PORT: String(port) };
  const adapter = spawn(process.execPath, ['scripts/deploy/purge/main.ts', 'varnish'], {
    ...{ cwd: REPOSITORY, stdio: 'inherit', env: { ...process.env, ...settings } },
  });
  atEnd(t, () => adapter.kill());
  await service.logged('caches are purged');
  assert.deepEqual((await readHealth(service.url)).faults, []);

  for (const headers of [{}, { Authorization: 'Bearer of-others' }]) {
    const refused = await ask(`http://127.0.0.1:${port}`, '/', { method: 'POST', headers });
    assert.equal(refused.status, 401);
  }
  const Authorization = SECRET;
  const body = 'x'.repeat(600_000);
  for (const headers of [{ Authorization }, { Authorization, 'Transfer-Encoding': 'chunked' }]) {
    const large = await ask(`http://127.0.0.1:${port}`, '/', { method: 'POST', headers, body });
    assert.equal(large.status, 413);
  }
  const shown = await findSecrets(cache);
  const paths = new Set(shown.map((line) => / at (\S+) /.exec(line)?.[1] ?? ''));
  const misses: string[] = [];
  for (const path of [...paths, ANOTHER]) if (!(await isHit(cache, path))) misses.push(path);
  assert.ok(paths.size > 40);
  assert.deepEqual(misses, []);

  const from = service.log.length;
  takeDown();
  await service.logged('caches are purged', from);
  assert.deepEqual(await findSecrets(cache), []);
  assert.equal((await ask(cache, OWN_PAGE)).status, 410);
  for (const headers of [{}, { Authorization: 'Bearer of-others' }])
    await refusesBan(cache, headers);
  assert.ok(await isHit(cache, ANOTHER));
});

test('without it, a takedown is gone as soon as max-age and a look allow', async (t) => {
  // A minute is a second here.
  const change = ['keep = 0s;', 'keep = 0s; set beresp.ttl = beresp.ttl / 60;'] as const;
  const started = await startBehindVarnish(t, change);
  if (!started) return;
  const { cache, takeDown } = started;
  // Its example has no secret yet.
  for (const headers of [{}, { Authorization: '' }]) await refusesBan(cache, headers);
  assert.ok((await findSecrets(cache)).length > 20);
  takeDown();
  await waitUntil('the cache shows nothing of it', async () => {
    return (await findSecrets(cache)).length === 0;
  });
});
