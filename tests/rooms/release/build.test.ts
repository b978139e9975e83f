import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { PUBLIC_FOLDER, readKeptLog, readManifest } from '#release/manifest.ts';
import { listFiles } from '#release/release-key.ts';
import { readDataset } from '#release/stored-dataset.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { isFormOfPage, viewAt, viewPaths } from '#views/views.ts';
import { readReleaseFolder } from '../../../sidecar/release/read-release-folder.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { sourceOf } from '../../support/review-source.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { goodContent, SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { assertShows } from './assert-shows.ts';
import { BASE_URL, digestsIn, runBuild, timesIn } from './run-build.ts';

const DEMO = join(REPOSITORY, 'content');
/** Something of every kind, and reviews for more than the home page. */
const CONTENT = Object.assign(
  { ...SAMPLE_CONTENT },
  ...Array.from({ length: 12 }, (_, at) => sampleReview(`more-${at}`, `2026-09-${at + 10}`)),
);
const manifestOf = (release: string) => readManifest(release) ?? assert.fail('it has a manifest');

const logIn = (release: string) =>
  readKeptLog(release, manifestOf(release).ordinal) ?? assert.fail('it has a log');

test('a build', async (t) => {
  const content = createContentFolder(t, CONTENT);
  const folder = createFolder(t);
  const [one, two] = [join(folder, 'deep/one'), join(folder, 'two')];
  const { status, stdout, stderr } = await runBuild(content, one);
  assert.equal(status, 0, stderr);
  const dataset = createDataset(loadContent(content).content, BASE_URL, createAnnotator());
  const { reviews } = dataset;
  const built = { digests: digestsIn(join(one, 'client')), times: timesIn(join(one, 'client')) };
  const { entries, ordinal } = manifestOf(one);
  const log = logIn(one);

  await t.test('holds a page of every review', () => {
    assert.ok(built.digests['404.html']);
    for (const { id } of reviews) assert.ok(built.digests[`reviews/${id}/index.html`], id);
    assert.match(
      stdout,
      new RegExp(`one: ${reviews.length} reviews in \\d+ files for ${BASE_URL}, `),
    );
  });
  await t.test(
    'holds the views that there are, and with --html only those that are no forms of a page',
    async () => {
      const source = sourceOf(dataset);
      const paths = [...viewPaths(source)];
      const of = (release: string) =>
        manifestOf(release)
          .entries.filter(({ path }) => paths.includes(path))
          .map(({ path, mediaType, shows }) => ({ path, mediaType, shows }));
      const expected = paths.sort().map((path) => {
        const view = viewAt(path, source);
        assert.ok(view && view !== 'gone');
        return { path, mediaType: view.mediaType, shows: view.shows };
      });
      assert.deepEqual(of(one), expected);
      const html = join(folder, 'html');
      const { status, stderr } = await runBuild(content, html, { more: ['--html'] });
      assert.equal(status, 0, stderr);
      assert.deepEqual(
        of(html),
        expected.filter(({ path }) => !isFormOfPage(path)),
      );
      const forms = /^reviews\/[^/]+\.(?:json|md)(?:\.\w+)?$/;
      const all = listFiles(join(one, 'client'));
      assert.ok(FORMATS.every(({ path }) => all.includes(path.slice(1))));
      const files = all.filter((file) => !forms.test(file));
      assert.deepEqual(listFiles(join(html, 'client')), files);
    },
  );
  await t.test('holds its dataset beside what is public, and no code', () => {
    assert.deepEqual(readDataset(readReleaseFolder(one)), dataset);
    assert.deepEqual(readdirSync(one).sort(), [
      'changes.json',
      'client',
      'dataset.json',
      'manifest.json',
      'published.json',
    ]);
    assert.ok(!listFiles(join(one, 'client')).some((file) => /\.mjs(?:\.|$)/.test(file)));
    assert.deepEqual(readdirSync(join(folder, 'deep')), ['one']);
  });
  await t.test('can be verified by datapackage.json, file by file, every format too', () => {
    const client = join(one, 'client');
    const { resources } = JSON.parse(readFileSync(join(client, 'datapackage.json'), 'utf8'));
    const files = ['reviews.json', 'insights.json', ...FORMATS.map(({ path }) => path.slice(1))];
    assert.deepEqual(
      resources.map(({ path, hash: sha256 }: { readonly path: string; readonly hash: string }) => [
        path,
        sha256,
      ]),
      files.map((file) => [file, `sha256:${hash('sha256', readFileSync(join(client, file)))}`]),
    );
  });
  await t.test('lists of each page which reviews it shows', () => {
    const pages = entries
      .filter(({ mediaType }) => mediaType === HTML_TYPE)
      .map(({ path, file, shows = [] }) => {
        return { path, html: readFileSync(join(one, 'client', file), 'utf8'), shows };
      });
    assert.ok(pages.length > reviews.length);
    assertShows(pages, reviews);
    // The test itself notices what is missing.
    const [home] = pages.filter(({ path }) => path === '/');
    assert.ok(home && home.shows.length > 1);
    assert.throws(() => assertShows([{ ...home, shows: home.shows.slice(1) }], reviews));
  });

  for (const [where, out, env] of [
    ['in its place', one, {}],
    ['elsewhere', two, { OUT_DIR: one, STATE_DIR: join(folder, 'state') }],
  ] as const) {
    await t.test(
      `done again ${where} is the same, with the same dates and a higher ordinal`,
      async () => {
        const { status, stderr } = await runBuild(content, out, { env });
        assert.equal(status, 0, stderr);
        const client = join(out, 'client');
        assert.deepEqual({ digests: digestsIn(client), times: timesIn(client) }, built);
        const after = manifestOf(out);
        assert.deepEqual(after.entries, entries);
        assert.ok(after.ordinal > ordinal);
        // Elsewhere there was no log before.
        const again = logIn(out);
        assert.deepEqual([again.ordinal, again.rows], [after.ordinal, []]);
        assert.equal(again.id === log.id, out === one);
      },
    );
  }

  await t.test(
    'goes on with the change log of the one in its place, unless that is damaged',
    async () => {
      const buildWith = async (id: string) => {
        saveFiles(content, sampleReview(id, '2026-11-01'));
        const { status, stderr } = await runBuild(content, one);
        assert.equal(status, 0, stderr);
        const { id: of, rows } = logIn(one);
        return [of, ...rows.map((row) => `${row.position} ${row.kind} ${row.id} ${row.newest}`)];
      };
      const { id } = logIn(one);
      assert.deepEqual(await buildWith('new-1'), [id, '1 added new-1 2026-11-01']);
      truncateSync(join(one, 'client/reviews.json'), 2000);
      const [another, ...rows] = await buildWith('new-2');
      assert.notEqual(another, id);
      assert.deepEqual(rows, []);
    },
  );

  await t.test('is left untouched by a build of wrong content', async () => {
    const wrong = createContentFolder(t, {
      'business.yaml': BUSINESS,
      'reviews/a.md': reviewText({ rating: '7' }),
      'reviews/b.md': reviewText({ id: 'review-2', datePublished: '2026-02-30' }),
    });
    const before = { digests: digestsIn(one), times: timesIn(one) };
    const failed = await runBuild(wrong, one);
    assert.deepEqual([failed.status, failed.stdout], [1, `Content folder: ${wrong}\n`]);
    assert.deepEqual(failed.stderr.split('\n'), [
      `${wrong}/reviews/a.md:5:9 error rating: must be at most 5 (got 7); write a value such as "rating: 5"`,
      `${wrong}/reviews/b.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "2026-02-30"); write a value such as "datePublished: 2026-10-03"`,
      'build: Nothing was published. Correct the files named above and build again.',
      '',
    ]);
    assert.deepEqual({ digests: digestsIn(one), times: timesIn(one) }, before);
    assert.deepEqual(readdirSync(join(folder, 'deep')), ['one']);
  });
});

test('a release that cannot be read any more is replaced', async (t) => {
  const content = createContentFolder(t, goodContent(1));
  const out = join(createFolder(t), 'release');
  const more = ['--html'];
  assert.equal((await runBuild(content, out, { more })).status, 0);
  const [expected, manifest] = [digestsIn(join(out, PUBLIC_FOLDER)), readManifest(out)];
  // As a program with another schema, but of the same format, would have written it.
  const stored = Buffer.from('{"what":"of another program"}\n');
  writeFileSync(join(out, 'dataset.json'), stored);
  const tagged = { ...manifest, dataset: strongEtag(stored) };
  writeFileSync(join(out, 'manifest.json'), JSON.stringify(tagged));
  const { status, stderr } = await runBuild(content, out, { more });
  assert.equal(status, 0, stderr);
  assert.deepEqual(digestsIn(join(out, PUBLIC_FOLDER)), expected);
});

test('a build that is refused says why, and makes or changes no folder', async (t) => {
  const folder = createFolder(t);
  const foreign = createContentFolder(t, { 'manifest.json': '{"name":"Mine"}', 'client/a': 'b' });
  const before = digestsIn(foreign);
  for (const [content, out, baseUrl, said] of [
    [join(folder, 'nowhere'), join(folder, 'out'), BASE_URL, /nowhere does not exist; name the/],
    [DEMO, foreign, BASE_URL, /holds other files than a release and is left alone/],
    [DEMO, join(folder, 'out'), 'https://a.example/path', /BASE_URL must be an origin without a/],
  ] as const) {
    const { status, stderr } = await runBuild(content, out, { baseUrl });
    assert.equal(status, 1);
    assert.match(stderr, said);
  }
  assert.ok(!existsSync(join(folder, 'out')));
  assert.deepEqual(digestsIn(foreign), before);
});
