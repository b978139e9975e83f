import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BundleError, ensureBundle, loadBundle } from '../../../sidecar/render/bundle.ts';
import { bundleKey, bundlePlaces, findBundle } from '../../../sidecar/render/bundle-folder.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const NEVER = new AbortController().signal;
const NOW = new Date('2026-11-20T08:00:00Z');
const { release } = await makeRelease();

/** A page that shows which release it was given. */
const ENTRY = `export const handler = async ({ url }, response, next, { release }) => {
  response.write(Buffer.from(url + ' of ' + release.baseUrl));
  response.end();
};`;

/** What scripts/bundle.ts does, with a page of a line. */
const WRITES = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const { bundleKey, writeBundle } = await import('${REPOSITORY}sidecar/render/bundle-folder.ts');
  const [, , option, stateDir] = process.argv;
  if (option !== '--state-dir') throw new Error('There is no --state-dir.');
  await writeBundle([join(stateDir, 'bundle')], bundleKey(), async (folder) => {
    mkdirSync(join(folder, 'server'), { recursive: true });
    mkdirSync(join(folder, 'client'), { recursive: true });
    writeFileSync(join(folder, 'server/entry.mjs'), ${JSON.stringify(ENTRY)});
    writeFileSync(join(folder, 'client/public.txt'), 'A public file.');
  }, new Date(${NOW.getTime()}));`;

/** A program without a bundle, which is made by a script that says when it runs. */
function createProgram(t: TestContext, source = WRITES) {
  const folder = createFolder(t);
  const [program, stateDir] = [join(folder, 'program'), join(folder, 'state')];
  const [script, ran] = [join(folder, 'script.mts'), join(folder, 'ran.txt')];
  const says = `import { appendFileSync } from 'node:fs';appendFileSync('${ran}', 'ran ');`;
  writeFileSync(script, `${says}\n${source}`);
  const said: string[] = [];
  const settings = { program, stateDir, script, tell: (message: string) => said.push(message) };
  const runs = () => (existsSync(ran) ? readFileSync(ran, 'utf8').split(' ').length - 1 : 0);
  return { settings, said, runs };
}

const isBundleError = (said: RegExp) => (error: unknown) => {
  assert.ok(error instanceof BundleError, String(error));
  assert.match(error.message, said);
  return true;
};

test('a bundle is made where none is found or it is damaged, and only there', async (t) => {
  const { settings, said, runs } = createProgram(t);
  const made = await ensureBundle(settings, NEVER);
  assert.equal(made.key, bundleKey());
  assert.equal(said[0], 'bundling the pages, once for this version of the program');
  assert.match(said[1] ?? '', /^the pages are bundled, \d+ ms$/);
  assert.deepEqual(await ensureBundle(settings, NEVER), made);
  assert.deepEqual([runs(), said.length], [1, 2]);
  rmSync(join(made.folder, 'client/public.txt'));
  await ensureBundle(settings, NEVER);
  assert.equal(runs(), 2);
  assert.equal(said[2], 'a bundle of the pages is damaged and is rebuilt');
  assert.ok(findBundle(bundlePlaces(settings.stateDir, settings.program), bundleKey()));
});

test('a bundle renders pages, and has public files', async (t) => {
  const { settings } = createProgram(t);
  const { render, assets } = await loadBundle(settings, NEVER);
  const { html } = await render('/feeds/', release.published);
  assert.equal(html.toString(), `/feeds/ of ${release.baseUrl}`);
  assert.equal(assets.get('/public.txt')?.identity.body.toString(), 'A public file.');
  // Of its own date, so that a restart changes nothing.
  assert.equal(assets.get('/public.txt')?.lastModified, NOW.getTime());
});

for (const [what, script, said] of [
  [
    'fails',
    `console.error('\\x1b[31mIt is \\x1b[1mbroken\\x1b[0m.'); process.exit(3);`,
    /^The bundling of the pages ended with code 3\. It is broken\.$/,
  ],
  [
    'is killed',
    `process.kill(process.pid, 'SIGKILL');`,
    /^The bundling of the pages was ended by SIGKILL, perhaps for lack of memory\.$/,
  ],
  ['makes the bundle of another program', '', /^The program was changed while running/],
] as const) {
  test(`a script that ${what} is a BundleError that says so`, async (t) => {
    const { settings } = createProgram(t, script);
    await assert.rejects(loadBundle(settings, NEVER), isBundleError(said));
  });
}
