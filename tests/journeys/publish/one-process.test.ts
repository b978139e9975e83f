import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest } from '#release/manifest.ts';
import { runBuild } from '../../rooms/release/run-build.ts';
import { createFolder } from '../../support/content-folder.ts';
import { createDeployment } from '../../support/deployment.ts';
import { BASE_URL } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { goodContent } from '../../support/sample-content.ts';

import { loggedReleases, runService } from '../../support/service.ts';

test('a folder of state belongs to one service, and commands work beside it', {
  timeout: 120_000,
}, async (t) => {
  const { contentDir, stateDir, save, start } = createDeployment(t, goodContent(1));
  const env = { STATE_DIR: stateDir };
  const first = await start();

  // A second service refuses to start, says who has it, and has not listened.
  const { code, stderr, log } = await runService(t, { content: contentDir, env });
  assert.deepEqual([code, log], [1, []]);
  assert.equal(
    stderr,
    `STATE_DIR ${stateDir} is in use by process ${first.process.pid}; end that process, or set STATE_DIR to a folder of its own.\n`,
  );
  save(goodContent(2));
  await first.published(2);
  assert.equal((await first.health()).lastError, null);

  const list = spawnSync(process.execPath, ['scripts/hub/main.ts', 'list'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    env: { ...process.env, ...env, BASE_URL, OUT_DIR: join(stateDir, 'no-build') },
  });
  assert.deepEqual([list.status, list.stderr], [0, '']);
  assert.match(list.stdout, /subscription/);

  // A build comes after what is served, and the next start serves it without a rebuild.
  const OUT_DIR = join(createFolder(t), 'dist');
  const { release } = await first.health();
  const built = await runBuild(contentDir, OUT_DIR, { baseUrl: BASE_URL, env });
  assert.deepEqual([built.status, built.stderr], [0, '']);
  const ordinal = readManifest(OUT_DIR)?.ordinal ?? 0;
  assert.ok(release && ordinal > release.ordinal);
  assert.deepEqual((await first.health()).release, release);
  assert.equal(await first.stop(), 0);
  const next = await start({ env: { OUT_DIR } });
  await next.published(2);
  assert.equal((await next.health()).release?.ordinal, ordinal);
  assert.deepEqual(loggedReleases(next.log), []);
});
