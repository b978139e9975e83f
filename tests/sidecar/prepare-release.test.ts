import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { readManifest } from '#release/manifest-file.ts';
import { prepareRelease } from '../../sidecar/prepare-release.ts';
import { ask } from '../support/ask.ts';
import { BUSINESS, reviewText } from '../support/content-files.ts';
import { createContentFolder, createFolder } from '../support/content-folder.ts';
import { makeRelease, writeRelease } from '../support/release.ts';
import { SAMPLE_CONTENT } from '../support/sample-content.ts';
import { runService, startListening, startService } from '../support/service.ts';

const REVIEW = 'reviews/2026/10/a.md';
const CONTENT = { 'business.yaml': BUSINESS, [REVIEW]: reviewText() };

test('a release that was made of the same is served without a build', async (t) => {
  const { log } = await startService(t);
  const said = log.map(({ msg }) => String(msg)).join('\n');
  assert.doesNotMatch(said, /building/);
});

test('a release is built, damaged ones again, and wrong content leaves the last good one', async (t) => {
  const contentDir = createContentFolder(t, CONTENT);
  const stateDir = createFolder(t);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line).msg) });
  const prepare = () => {
    lines.length = 0;
    const baseUrl = 'http://reviews.test';
    const { signal } = new AbortController();
    const settings = { contentDir, stateDir, outDir: join(stateDir, 'none'), baseUrl, signal };
    return prepareRelease(settings, log);
  };
  const built = await prepare();
  assert.match(lines.join(), /building the release/);
  assert.equal(built.corpus.count, 1);

  const file = join(stateDir, 'release/client/reviews.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('informed', 'deformed'));
  const again = await prepare();
  assert.match(lines.join(), /cannot be loaded.*building the release/);
  assert.ok(again.ordinal > built.ordinal);
  assert.equal(
    again.files.get('/reviews.json')?.etags[0],
    built.files.get('/reviews.json')?.etags[0],
  );

  writeFileSync(join(contentDir, REVIEW), reviewText({ rating: '9' }));
  const last = await prepare();
  assert.equal(last.ordinal, again.ordinal);
  assert.match(lines.join(), /the build failed; the last good release is served/);

  rmSync(join(contentDir, REVIEW));
  assert.equal((await prepare()).corpus.count, 0);
});

test('a release that was built elsewhere is taken from OUT_DIR', async (t) => {
  const outDir = createFolder(t);
  const contentDir = createContentFolder(t, SAMPLE_CONTENT);
  const made = await makeRelease(SAMPLE_CONTENT);
  await writeRelease(outDir, made);
  // The order of files is that of the folder: its key is taken the way a build does.
  const { releaseKeyOf } = await import('#release/release-key.ts');
  const { readContent } = await import('#dataset/read-content.ts');
  const key = releaseKeyOf(readContent(contentDir).files, made.release.baseUrl);
  await writeRelease(outDir, { ...made, manifest: { ...made.manifest, key } });
  const settings = { contentDir, outDir, stateDir: createFolder(t), baseUrl: key.baseUrl };
  const { signal } = new AbortController();
  const release = await prepareRelease({ ...settings, signal }, pino({ level: 'silent' }));
  assert.equal(release.ordinal, made.manifest.ordinal);
});

test('where the newest release is damaged, an older good one is served', async (t) => {
  const [outDir, stateDir] = [createFolder(t), createFolder(t)];
  const content = { 'business.yaml': BUSINESS, [REVIEW]: reviewText({ rating: '9' }) };
  const contentDir = createContentFolder(t, content);
  const older = await makeRelease(SAMPLE_CONTENT);
  const newer = await makeRelease(SAMPLE_CONTENT, { previous: older.manifest });
  await writeRelease(join(stateDir, 'release'), older);
  await writeRelease(outDir, newer);
  writeFileSync(join(outDir, 'client/feed.xml'), 'Damaged.');
  const { signal } = new AbortController();
  const settings = { contentDir, outDir, stateDir, baseUrl: older.release.baseUrl, signal };
  const release = await prepareRelease(settings, pino({ level: 'silent' }));
  assert.equal(release.ordinal, older.manifest.ordinal);
});

test('while the first release is built, the service says that it starts', async (t) => {
  const { url, logged, folder } = await startListening(t, { content: CONTENT });
  const ready = await ask(url, '/readyz');
  if (ready.status === 503) assert.deepEqual(ready.json(), { status: 'starting' });
  await logged('serving');
  assert.equal((await ask(url, '/readyz')).status, 200);
  assert.equal((await ask(url, '/reviews.json')).json().count, 1);
  assert.ok(readManifest(join(folder, 'state/release')));
});

test('wrong content and nothing to serve: every problem is named, and the exit code is 1', async (t) => {
  const content = {
    'business.yaml': BUSINESS,
    'reviews/2026/10/a.md': reviewText({ rating: '7' }),
    'reviews/2026/10/b.md': reviewText({ id: 'review-2', datePublished: '2026-02-30' }),
    'removed.yaml': '- { id: gone-1 }\n',
  };
  const { code, stderr } = await runService(t, { content });
  assert.equal(code, 1);
  assert.match(stderr, /\/reviews\/2026\/10\/a\.md:5:\d+ error .*rating/);
  assert.match(stderr, /\/reviews\/2026\/10\/b\.md:4:\d+ error .*datePublished/);
  assert.match(stderr, /\/removed\.yaml:1:\d+ error /);
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\.ts:\d/m, 'no stack trace');
});

test('a content folder that does not exist is told by its name', async (t) => {
  const { code, stderr } = await runService(t, { content: '/no/such/folder' });
  assert.equal(code, 1);
  assert.match(stderr, /content folder \/no\/such\/folder does not exist; set CONTENT_DIR/);
  assert.doesNotMatch(stderr, /^\s+at /m);
});

test('a folder of somebody else’s files is neither served nor replaced', async (t) => {
  const files = { 'precious.txt': 'Mine.', 'client/reviews.json': '{}' };
  const outDir = createContentFolder(t, files);
  const stateDir = createContentFolder(t, { 'release/precious.txt': 'Mine.' });
  const env = { OUT_DIR: outDir, STATE_DIR: stateDir };
  const { code, stderr } = await runService(t, { content: CONTENT, env });
  assert.equal(code, 1);
  assert.match(stderr, /holds other files than a release and is left alone/);
  assert.doesNotMatch(stderr, /^\s+at /m);
  assert.equal(readFileSync(join(outDir, 'precious.txt'), 'utf8'), 'Mine.');
  assert.equal(readFileSync(join(stateDir, 'release/precious.txt'), 'utf8'), 'Mine.');
});
