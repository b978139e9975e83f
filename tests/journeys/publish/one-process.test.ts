import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { readManifest } from '#release/manifest.ts';
import { runBuild } from '../../rooms/release/run-build.ts';
import { ask } from '../../support/ask.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { readHealth } from '../../support/read-health.ts';
import { BASE_URL } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { runService, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { goodContent } from './good-content.ts';

/** Runs a command beside a service, in its environment. */
async function runBeside(script: string, args: readonly string[], STATE_DIR: string) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: REPOSITORY,
    env: { ...process.env, BASE_URL, STATE_DIR, OUT_DIR: join(STATE_DIR, 'no-build') },
  });
  const [out, error, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    }),
  ]);
  return { out, error, status };
}

test('a folder of state belongs to one service, and commands work beside it', {
  timeout: 120_000,
}, async (t) => {
  const contentDir = createContentFolder(t, goodContent(1));
  const STATE_DIR = join(createFolder(t), 'state');
  const settings = { content: contentDir, env: { STATE_DIR } };
  const first = await startService(t, settings);

  await t.test('a second service refuses to start, and says who has it', async (t) => {
    const { code, stderr, log } = await runService(t, settings);
    assert.equal(code, 1);
    const { pid } = first.process;
    assert.equal(
      stderr,
      `STATE_DIR ${STATE_DIR} is in use by process ${pid}; end that process, or set STATE_DIR to a folder of its own.\n`,
    );
    // It has not listened.
    assert.deepEqual(log, []);
  });

  await t.test('the first one goes on', async () => {
    saveFiles(contentDir, goodContent(2));
    await waitUntil('the next edition', async () =>
      (await ask(first.url, '/reviews.json')).text.includes('edition-2.'),
    );
    assert.equal((await readHealth(first.url)).lastError, null);
  });

  await t.test('subscriptions can be listed', async () => {
    const { status, out, error } = await runBeside('scripts/hub/main.ts', ['list'], STATE_DIR);
    assert.deepEqual([status, error], [0, '']);
    assert.match(out, /subscription/);
  });

  await t.test('a build comes after what is served', async (t) => {
    const out = join(createFolder(t), 'dist');
    const { release } = await readHealth(first.url);
    assert.ok(release);
    const env = { STATE_DIR };
    const { status, stderr } = await runBuild(contentDir, out, { baseUrl: BASE_URL, env });
    assert.deepEqual([status, stderr], [0, '']);
    assert.ok((readManifest(out)?.ordinal ?? 0) > release.ordinal);
    assert.deepEqual((await readHealth(first.url)).release, release);
  });

  await t.test('once it has ended, the next one starts', async (t) => {
    assert.equal(await first.stop(), 0);
    await startService(t, settings);
  });
});
