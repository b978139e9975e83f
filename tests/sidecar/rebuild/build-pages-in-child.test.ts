import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildPagesInChild } from '../../../sidecar/rebuild/build-pages-in-child.ts';
import { createContentFolder } from '../../support/content-folder.ts';

type Lifetime = Parameters<typeof createContentFolder>[0];

/** A page build that is this program. */
function buildWith(test: Lifetime, program: string, changes: { timeoutMs?: number } = {}) {
  const folder = createContentFolder(test, { 'build.mjs': program });
  const stopping = new AbortController();
  const build = {
    script: join(folder, 'build.mjs'),
    release: 'data.pack',
    previous: 'before.pack',
    out: join(folder, 'pages.pack'),
    work: join(folder, 'work'),
    timeoutMs: 20_000,
    signal: stopping.signal,
    ...changes,
  };
  return { build, stopping, folder };
}

test('the build is given what it needs, and reports what it did', async (t) => {
  const program = `
    import { writeFileSync } from 'node:fs';
    const options = process.argv.slice(2);
    writeFileSync(options[options.indexOf('--out') + 1], options.join(' '));
    console.log(JSON.stringify({ rendered: 2, reused: 40 }));`;
  const { build } = buildWith(t, program);
  assert.deepEqual(await buildPagesInChild(build), { rendered: 2, reused: 40 });
  assert.ok(existsSync(build.out));
});

test('what a build says as it fails is the message', async (t) => {
  const { build } = buildWith(t, "console.error('No layout.'); process.exitCode = 1;");
  await assert.rejects(buildPagesInChild(build), { name: 'PageBuildError', message: 'No layout.' });
});

test('a build that fails without a word is told by its code', async (t) => {
  const { build } = buildWith(t, 'process.exitCode = 3;');
  await assert.rejects(buildPagesInChild(build), /ended with code 3/);
});

test('a build that says something else than a report has failed', async (t) => {
  const { build } = buildWith(t, "console.log('done');");
  await assert.rejects(buildPagesInChild(build), /said "done\\n" in place of its report/);
});

test('a build that hangs is ended, even if it does not listen', async (t) => {
  const program = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
  const { build } = buildWith(t, program, { timeoutMs: 500 });
  await assert.rejects(buildPagesInChild(build), /took more than 500 ms/);
});

test('a build that nobody wants any more is ended', async (t) => {
  const { build, stopping } = buildWith(t, 'setInterval(() => {}, 1000);');
  const building = buildPagesInChild(build);
  stopping.abort();
  await assert.rejects(building, { name: 'AbortError' });
});
