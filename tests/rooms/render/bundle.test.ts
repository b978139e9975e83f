import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ManifestEntry } from '#release/manifest.ts';
import type { PageBundle } from '../../../sidecar/render/bundle.ts';
import {
  BundleError,
  encodeAssets,
  ensureBundle,
  hashedOnly,
  loadBundle,
} from '../../../sidecar/render/bundle.ts';
import {
  type Bundle,
  bundleKey,
  bundlePlaces,
  findBundle,
} from '../../../sidecar/render/bundle-folder.ts';
import { createFolder } from '../../support/content-folder.ts';
import { makeRelease } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { waitUntil } from '../../support/wait-until.ts';

const NEVER = new AbortController().signal;
const NOW = new Date('2026-11-20T08:00:00Z');

/** A page that shows which release it was given. */
const ENTRY = `export const handler = async (request, response, next, { release }) => {
  response.writeHead(200).end(request.url + ' of ' + release.baseUrl);
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
    writeFileSync(join(folder, 'client/robots.txt'), 'User-agent: *');
  }, new Date(${NOW.getTime()}));`;

/** A program without a bundle, which is made by a script that says when it runs. */
function createProgram(t: TestContext, source: string) {
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

test('a bundle is made where none is found, and only there', async (t) => {
  const { settings, said, runs } = createProgram(t, WRITES);
  const made = await ensureBundle(settings, NEVER);
  assert.equal(runs(), 1);
  assert.equal(made.key, bundleKey());
  assert.equal(said[0], 'bundling the pages, once for this version of the program');
  assert.match(said[1] ?? '', /^the pages are bundled, \d+ ms$/);
  assert.deepEqual(await ensureBundle(settings, NEVER), made);
  assert.equal(runs(), 1);
  assert.equal(said.length, 2);
});

test('a damaged bundle is told of and made again', async (t) => {
  const { settings, said, runs } = createProgram(t, WRITES);
  const { folder } = await ensureBundle(settings, NEVER);
  rmSync(join(folder, 'client/robots.txt'));
  await ensureBundle(settings, NEVER);
  assert.equal(runs(), 2);
  assert.ok(said.includes('a bundle of the pages is damaged and is made again'));
  assert.ok(findBundle(bundlePlaces(settings.stateDir, settings.program), bundleKey()));
});

test('a bundle renders pages of a release, and its public files are ready to be sent', async (t) => {
  const { settings } = createProgram(t, WRITES);
  const { render, assets } = await loadBundle(settings, NEVER);
  const { release } = await makeRelease();
  const { status, html } = await render('/feeds/', release.source);
  assert.deepEqual([status, html.toString()], [200, `/feeds/ of ${release.baseUrl}`]);
  const robots = assets.get('/robots.txt');
  assert.equal(robots?.identity.body.toString(), 'User-agent: *');
  // Of its own date, so that a restart changes nothing.
  assert.equal(robots?.lastModified, NOW.getTime());
});

test('a bundle whose files are gone is made anew in their place, with code of its own', async (t) => {
  const { settings, runs } = createProgram(t, WRITES);
  const { source } = (await makeRelease()).release;
  const htmlOf = async ({ render }: PageBundle) =>
    (await render('/feeds/', source)).html.toString();
  const first = await loadBundle(settings, NEVER);
  assert.equal(first.isWhole(), true);
  const place = join(settings.stateDir, 'bundle');
  rmSync(join(place, bundleKey(), 'client/robots.txt'));
  assert.equal(first.isWhole(), false);
  rmSync(place, { recursive: true });
  assert.equal(first.isWhole(), false);
  // The next one is of another moment, and other words.
  const later = WRITES.replace(`${NOW.getTime()}`, `${NOW.getTime() + 1_000}`);
  writeFileSync(settings.script, later.replace(' of ', ' anew of '));
  const second = await loadBundle(settings, NEVER);
  assert.equal(runs(), 1);
  assert.equal(second.isWhole(), true);
  assert.match(await htmlOf(second), /^\/feeds\/ anew of /);
  assert.match(await htmlOf(first), /^\/feeds\/ of /);
});

/** Scripts that make no bundle, with what is said of each. */
const FAILING: readonly (readonly [what: string, script: string, said: RegExp])[] = [
  [
    'fails',
    `console.error('\\x1b[31mIt is \\x1b[1mbroken\\x1b[0m.'); process.exit(3);`,
    /^The bundling of the pages ended with code 3\. It is broken\.$/,
  ],
  ['throws', `throw new Error('No such page.');`, /ended with code 1\. .*Error: No such page\./s],
  [
    'is killed',
    `process.kill(process.pid, 'SIGKILL');`,
    /^The bundling of the pages was ended by SIGKILL, perhaps for want of memory\.$/,
  ],
  ['makes the bundle of another program', '', /^The program was changed while it runs/],
];

for (const [what, script, said] of FAILING) {
  test(`a script that ${what} is a BundleError that says so`, async (t) => {
    const { settings } = createProgram(t, script);
    await assert.rejects(loadBundle(settings, NEVER), (error) => {
      assert.ok(error instanceof BundleError, String(error));
      assert.match(error.message, said);
      return true;
    });
  });
}

test('what a script says is told up to a bound', async (t) => {
  const { settings } = createProgram(t, `console.error('x'.repeat(1e6)); process.exitCode = 1;`);
  await assert.rejects(ensureBundle(settings, NEVER), ({ message }: Error) => {
    assert.ok(message.length < 2100, `${message.length}`);
    return message.endsWith('xxx');
  });
});

test('a script that hangs is ended with the process, and the error says so', async (t) => {
  const { settings, runs } = createProgram(t, 'setInterval(() => {}, 1000);');
  const stop = new AbortController();
  const made = ensureBundle(settings, stop.signal);
  const refused = assert.rejects(made, (error) => {
    assert.ok(error instanceof BundleError, String(error));
    assert.match(error.message, /was given up, since it is not needed any more/);
    return true;
  });
  await waitUntil('the script runs', () => runs() === 1);
  stop.abort();
  await refused;
});

/** A bundle in memory, with public files. */
function bundleOf(key: string, files: Readonly<Record<string, string>>): Bundle {
  const assets = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  return { key, folder: '', date: NOW.toISOString(), entry: '', assets };
}

const OTHER = {
  '/robots.txt': 'old',
  '/humans.txt': 'gone',
  '/_astro/page.B1.css': 'p { margin: 1em }',
  '/_astro/page.B2.css': 'not this one',
};
const NONE = new Map<string, ManifestEntry>();

test('what is named by its hash can stand beside the files of another bundle', () => {
  assert.deepEqual(
    [...hashedOnly(bundleOf('other', OTHER).assets).keys()],
    ['/_astro/page.B1.css', '/_astro/page.B2.css'],
  );
});

test('a public file has its type and variants, and keeps the date of its last change', async () => {
  const style = '/_astro/long.css';
  const own = bundleOf('own', { [style]: 'p { margin: 0 } '.repeat(100), '/a.png': 'x' });
  const [css, png] = await encodeAssets(own.assets, NONE, NOW);
  assert.equal(css?.entry.mediaType, 'text/css; charset=utf-8');
  assert.deepEqual(Object.keys(css?.bodies ?? {}).sort(), ['br', 'gzip', 'identity', 'zstd']);
  assert.equal(png?.entry.mediaType, 'image/png');
  assert.deepEqual(Object.keys(png?.bodies ?? {}), ['identity']);
  assert.ok(css);
  const later = new Date(NOW.getTime() + 86_400_000);
  const [same] = await encodeAssets(own.assets, new Map([[style, css.entry]]), later);
  assert.deepEqual(same?.entry, css.entry);
  const [changed] = await encodeAssets(
    bundleOf('own', { [style]: 'p {}' }).assets,
    new Map([[style, css.entry]]),
    later,
  );
  assert.equal(changed?.entry.lastModified, later.toISOString());
});
