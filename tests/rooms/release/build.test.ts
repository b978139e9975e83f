import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { readManifest } from '#release/manifest.ts';
import { readDataset } from '#release/stored-dataset.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { assertShows } from './assert-shows.ts';
import { BASE_URL, digestsIn, filesIn, runBuild, timesIn } from './run-build.ts';

const DEMO = join(REPOSITORY, 'content');
const SUFFIXES = { identity: '', br: '.br', zstd: '.zst', gzip: '.gz' } as const;

/** The data files of a release are byte for byte what the sidecar would render. */
function assertDataFiles(release: string, content: string): void {
  const dataset = createDataset(loadContent(content).content, BASE_URL, createAnnotator());
  for (const { path } of CATALOG) {
    const bytes = readFileSync(join(release, 'client', path));
    assert.ok(bytes.equals(renderArtifact(path, dataset)), path);
  }
}

/** The manifest tells every public file, and of each file what is true. */
function assertManifest(release: string): void {
  const entries = readManifest(release)?.entries ?? assert.fail('the release has a manifest');
  const times = timesIn(join(release, 'client'));
  const told = entries.flatMap(({ file, variants, lastModified }) =>
    (['identity', 'br', 'zstd', 'gzip'] as const).flatMap((representation) => {
      const variant = variants[representation];
      if (!variant) return [];
      const path = file + SUFFIXES[representation];
      const bytes = readFileSync(join(release, 'client', path));
      assert.deepEqual(variant, { etag: strongEtag(bytes), bytes: bytes.length }, path);
      assert.equal(times[path], Date.parse(lastModified), path);
      return [path];
    }),
  );
  assert.deepEqual(told.toSorted(), filesIn(join(release, 'client')));
}

test('a build of the demonstration content', async (t) => {
  const folder = createFolder(t);
  const [one, two] = [join(folder, 'deep/one'), join(folder, 'two')];
  const outcomes = await Promise.all([runBuild(DEMO, one), runBuild(DEMO, two)]);
  for (const { status, stderr } of outcomes) assert.equal(status, 0, stderr);
  const built = digestsIn(join(one, 'client'));
  const times = timesIn(join(one, 'client'));

  await t.test('holds the data files that the catalog renders', () => assertDataFiles(one, DEMO));
  await t.test('is told by its manifest, file by file', () => assertManifest(one));
  await t.test('holds its dataset beside what is public', () => {
    const stored = readFileSync(join(one, 'dataset.json'));
    const reviewsJson = readFileSync(join(one, 'client/reviews.json'));
    const dataset = createDataset(loadContent(DEMO).content, BASE_URL, createAnnotator());
    assert.deepEqual(readDataset(stored, [reviewsJson]), dataset);
    assert.equal(built['dataset.json'], undefined);
  });
  await t.test('tells what was built', () => {
    const { content } = loadContent(DEMO);
    const published = createDataset(content, BASE_URL).reviews.length;
    assert.match(
      outcomes[0]?.stdout ?? '',
      new RegExp(`one: ${published} reviews in \\d+ files for ${BASE_URL}, `),
    );
  });
  await t.test('holds a page of every review', () => {
    for (const { id } of createDataset(loadContent(DEMO).content, BASE_URL).reviews) {
      assert.ok(built[`reviews/${id}/index.html`], id);
    }
  });
  await t.test('tells of each page which reviews it shows', () => {
    const { reviews } = createDataset(loadContent(DEMO).content, BASE_URL, createAnnotator());
    const pages = (readManifest(one)?.entries ?? [])
      .filter(({ mediaType }) => mediaType === HTML_TYPE)
      .map(({ path, file, shows = [] }) => {
        const html = readFileSync(join(one, 'client', file), 'utf8');
        return { path, html, shows };
      });
    assert.ok(pages.length > reviews.length);
    assertShows(pages, reviews);
    // The test itself notices what is missing.
    const [home] = pages.filter(({ path }) => path === '/');
    assert.ok(home && home.shows.length > 5);
    assert.throws(() => assertShows([{ ...home, shows: home.shows.slice(1) }], reviews));
  });
  await t.test('holds no code: what renders it belongs to the program', () => {
    assert.deepEqual(readdirSync(one).sort(), ['client', 'dataset.json', 'manifest.json']);
    assert.deepEqual(
      filesIn(join(one, 'client')).filter((file) => /\.mjs(?:\.|$)/.test(file)),
      [],
    );
  });
  await t.test('is the same in another folder at the same time, byte for byte', () => {
    assert.deepEqual(digestsIn(join(two, 'client')), built);
  });
  await t.test('leaves nothing beside the release', () => {
    assert.deepEqual(readdirSync(folder).toSorted(), ['deep', 'two']);
    assert.deepEqual(readdirSync(join(folder, 'deep')), ['one']);
  });

  await t.test('done again is the same, with the same times and a higher ordinal', async () => {
    const before = readManifest(one);
    const { status, stderr } = await runBuild(DEMO, one);
    assert.equal(status, 0, stderr);
    assert.deepEqual(digestsIn(join(one, 'client')), built);
    assert.deepEqual(timesIn(join(one, 'client')), times);
    const after = readManifest(one);
    assert.ok(before && after);
    assert.deepEqual(after.entries, before.entries);
    assert.ok(after.ordinal > before.ordinal);
  });

  await t.test('is left untouched by a build of wrong content', async () => {
    const wrong = createContentFolder(t, {
      'business.yaml': BUSINESS,
      'reviews/a.md': reviewText({ rating: '7' }),
      'reviews/b.md': reviewText({ id: 'review-2', datePublished: '2026-02-30' }),
    });
    const before = { digests: digestsIn(one), times: timesIn(one) };
    const { status, stdout, stderr } = await runBuild(wrong, one);
    assert.equal(status, 1);
    assert.equal(stdout, `Content folder: ${wrong}\n`);
    assert.deepEqual(stderr.split('\n'), [
      `${wrong}/reviews/a.md:5:9 error rating: must be at most 5 (got 7)`,
      `${wrong}/reviews/b.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "2026-02-30")`,
      'Nothing was published. Correct the files named above and build again.',
      '',
    ]);
    assert.deepEqual({ digests: digestsIn(one), times: timesIn(one) }, before);
    assert.deepEqual(readdirSync(join(folder, 'deep')), ['one']);
  });
});

test('a failing build makes no folder', async (t) => {
  const folder = createFolder(t);
  const nowhere = join(folder, 'nowhere');
  const { status, stderr } = await runBuild(nowhere, join(folder, 'out'));
  assert.equal(status, 1);
  assert.match(stderr, /^The content folder .*nowhere does not exist; name the folder/);
  assert.equal(existsSync(join(folder, 'out')), false);
});

for (const [what, files] of [
  ['other files', { 'notes.txt': 'mine' }],
  ['a web application', { 'manifest.json': '{"name":"Mine"}', 'client/index.html': 'mine' }],
] as const) {
  test(`a folder with ${what} is refused and left as it is`, async (t) => {
    const content = createContentFolder(t, { 'business.yaml': BUSINESS });
    const out = createContentFolder(t, files);
    const before = digestsIn(out);
    const { status, stderr } = await runBuild(content, out);
    assert.equal(status, 1);
    assert.equal(
      stderr,
      `${out} holds other files than a release and is left alone; set OUT_DIR to a new folder or empty this one.\n`,
    );
    assert.deepEqual(digestsIn(out), before);
  });
}

test('a base URL that is no origin is refused before anything is read', async (t) => {
  const folder = createFolder(t);
  const { status, stderr } = await runBuild(DEMO, join(folder, 'out'), {
    baseUrl: 'https://a.example/path',
  });
  assert.equal(status, 1);
  assert.match(stderr, /BASE_URL must be an origin without a path/);
});

test('a build into another folder follows the release before: dates stay, the ordinal grows', async (t) => {
  const content = createContentFolder(t, {
    'business.yaml': BUSINESS,
    'reviews/a.md': reviewText({ id: 'review-a' }),
  });
  const folder = createFolder(t);
  const first = join(folder, 'dist');
  const second = join(folder, 'state/release');
  assert.equal((await runBuild(content, first)).status, 0);
  const env = { OUT_DIR: first, STATE_DIR: join(folder, 'state') };
  assert.equal((await runBuild(content, second, { env })).status, 0);
  const [before, after] = [readManifest(first), readManifest(second)];
  assert.ok(before && after && after.ordinal > before.ordinal);
  assert.deepEqual(after.entries, before.entries);
});
