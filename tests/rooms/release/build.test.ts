import assert from 'node:assert/strict';
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { loadContent } from '#dataset/check/check-content.ts';
import { createDataset } from '#dataset/dataset.ts';
import { FORMATS } from '#formats/formats.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { load } from '#release/load.ts';
import { readManifest } from '#release/manifest.ts';
import { listFiles } from '#release/release-key.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { makeRelease, storeRelease } from '../../support/release.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { assertShows } from './assert-shows.ts';
import { BASE_URL, digestsIn, runBuild, timesIn } from './run-build.ts';

const DEMO = join(REPOSITORY, 'content');
/** Something of every kind, and reviews for more than the home page. */
const CONTENT = Object.assign(
  { ...SAMPLE_CONTENT },
  ...Array.from({ length: 12 }, (_, at) => sampleReview(`more-${at}`, `2026-09-${at + 10}`)),
);
const manifestOf = (release: string) => readManifest(release) ?? assert.fail('it has a manifest');

/** What `--html` leaves out, or writes otherwise. */
const FORMS = /^(?:_headers|reviews\/[^/]+\.(?:json|md)(?:\.\w+)?)$/;
const withoutForms = (all: object) =>
  Object.fromEntries(Object.entries(all).filter(([file]) => !FORMS.test(file)));

const logIn = (release: string) => manifestOf(release).log ?? assert.fail('it has a log');

test('a build', async (t) => {
  const content = createContentFolder(t, CONTENT);
  const folder = createFolder(t);
  const [one, two] = [join(folder, 'deep/one'), join(folder, 'two')];
  const stateDir = join(folder, 'state');
  const origins = { baseUrl: BASE_URL, sidecarUrl: BASE_URL };
  const stored = await makeRelease(undefined, { ...origins, vanished: ['/places/atlantis/'] });
  const { status, stdout, stderr } = runBuild(content, one);
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
  await t.test('holds its dataset beside what is public, and no code', () => {
    assert.deepEqual(load(one).dataset, dataset);
    assert.deepEqual(readdirSync(one).sort(), [
      'client',
      'dataset.json',
      'hosts',
      'manifest.json',
      'published.json',
    ]);
    assert.ok(!listFiles(join(one, 'client')).some((file) => /\.mjs(?:\.|$)/.test(file)));
    assert.deepEqual(readdirSync(join(folder, 'deep')), ['one']);
  });
  await t.test('lists of each page which reviews it shows', () => {
    const pages = entries
      .filter(({ mediaType }) => mediaType === HTML_TYPE)
      .map(({ path, file, shows = [] }) => {
        return { path, html: readFileSync(join(one, 'client', file), 'utf8'), shows };
      });
    assert.ok(pages.length > reviews.length);
    assertShows(pages, reviews);
  });

  await t.test('elsewhere is the same, with the same dates, and with --html without forms', () => {
    const env = { OUT_DIR: one, STATE_DIR: stateDir };
    const { status, stderr } = runBuild(content, two, { env, more: ['--html'] });
    assert.equal(status, 0, stderr);
    const client = join(two, 'client');
    const forms = Object.keys(digestsIn(client)).filter((file) => FORMS.test(file));
    assert.deepEqual(forms, ['_headers']);
    assert.deepEqual(withoutForms(digestsIn(client)), withoutForms(built.digests));
    assert.deepEqual(withoutForms(timesIn(client)), withoutForms(built.times));
    assert.ok(FORMATS.every(({ path }) => path.slice(1) in built.digests));
    const after = manifestOf(two);
    assert.deepEqual(
      after.entries,
      entries.filter(({ file }) => !FORMS.test(file)),
    );
    assert.ok(after.ordinal > ordinal);
    assert.deepEqual([logIn(two).rows, logIn(two).id === log.id], [[], false]);
  });

  await t.test('goes on with the log of the one in its place', () => {
    saveFiles(content, sampleReview('new-1', '2026-11-01'));
    const { status, stderr } = runBuild(content, one);
    assert.equal(status, 0, stderr);
    const { id, rows } = logIn(one);
    const told = rows.map((row) => `${row.position} ${row.kind} ${row.id} ${row.newest}`);
    assert.deepEqual([id, told], [log.id, ['1 added new-1 2026-11-01']]);
    assert.deepEqual(
      listFiles(join(one, 'client')).filter((file) => file in built.digests),
      Object.keys(built.digests),
    );
  });

  await t.test('that would lose half of the reviews is refused until confirmed', () => {
    storeRelease(stateDir, stored);
    for (const file of listFiles(content)) {
      if (/more-|new-1/.test(file)) rmSync(join(content, file));
    }
    const others = { CNAME: 'a', '.well-known/host.txt': 'b', 'reviews/mine.html': 'c' };
    saveFiles(join(one, 'client'), others);
    symlinkSync('CNAME', join(one, 'client/link'));
    // A damaged one cannot be gone on with, but what it has published is known.
    truncateSync(join(one, 'client/reviews.json'), 2000);
    const env = { STATE_DIR: stateDir };
    const before = digestsIn(one);
    const refused = runBuild(content, one, { env });
    assert.deepEqual([refused.status, digestsIn(one)], [1, before]);
    assert.match(
      refused.stderr,
      /one stays: 13 of 18 published reviews would vanish .* run: npm run build -- --confirm/,
    );

    const { status, stderr } = runBuild(content, one, { env, more: ['--confirm'] });
    assert.equal(status, 0, stderr);
    assert.deepEqual([logIn(one).id === log.id, logIn(one).rows], [false, []]);
    for (const [file, text] of Object.entries(others)) {
      assert.equal(readFileSync(join(one, 'client', file), 'utf8'), text);
    }
    assert.equal(readlinkSync(join(one, 'client/link')), 'CNAME');
    rmSync(join(one, 'client/link'));
    const { vanished, entries } = manifestOf(one);
    for (const path of [
      ...['/reviews/more-2/', '/reviews/more-2.md', '/reviews/more-2.json', '/reviews/new-1/'],
      ...['/archive/2026/09/', '/archive/2026/09/feed.json', '/places/atlantis/'],
    ]) {
      assert.ok(vanished.includes(path), path);
    }
    assert.deepEqual(
      entries.filter(({ path }) => vanished.includes(path)),
      [],
    );
  });

  await t.test('is left untouched by a build of wrong content', async () => {
    const wrong = createContentFolder(t, {
      'business.yaml': BUSINESS,
      'reviews/a.md': reviewText({ rating: '7' }),
    });
    const before = { digests: digestsIn(one), times: timesIn(one) };
    const failed = runBuild(wrong, one);
    assert.equal(failed.status, 1);
    assert.match(
      failed.stderr,
      /a\.md:5:9 error rating: must be at most 5 .*\nbuild: Nothing was published\. Correct /,
    );
    assert.deepEqual({ digests: digestsIn(one), times: timesIn(one) }, before);
    assert.deepEqual(readdirSync(join(folder, 'deep')), ['one']);
  });
});

test('a folder with other files is refused, and left as it is', (t) => {
  const foreign = createContentFolder(t, { 'manifest.json': '{"name":"Mine"}', 'client/a': 'b' });
  const before = digestsIn(foreign);
  const { status, stderr } = runBuild(DEMO, foreign);
  assert.equal(status, 1);
  assert.match(stderr, /contains files that do not belong to a release/);
  assert.deepEqual(digestsIn(foreign), before);
});

test('a build that is not told its origin says so', (t) => {
  const folder = createFolder(t);
  const options = ['--content', join(folder, 'none'), '--out', join(folder, 'out')];
  const { stderr } = runScript('scripts/build.ts', options, folder, { BASE_URL: '' });
  assert.match(stderr, /^BASE_URL is not set: every address .* http:\/\/localhost:8787\.$/m);
});
