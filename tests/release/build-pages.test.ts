import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { artifactAt } from '#artifacts/catalog.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { loadContent } from '#dataset/load-content.ts';
import { createAnnotator } from '#insights/annotate-review.ts';
import { PUBLIC_FOLDER, readManifest } from '#release/manifest-file.ts';
import { openPack, type Pack } from '#release/pack.ts';
import { writePack } from '#release/write-pack.ts';
import { createFolder } from '../support/content-folder.ts';
import { BASE_URL } from '../support/release.ts';
import { contentOf, storedReview } from '../support/reviews.ts';
import { REPOSITORY } from '../support/run-script.ts';
import { sharedRelease } from '../support/shared-release.ts';
import { assertShows } from './assert-shows.ts';
import { startPageBuild, writeDataPack } from './run-page-build.ts';

const DEMO = loadContent(join(REPOSITORY, 'content')).content;

/** A content after one edit, and how many review pages that edit may cost. */
type Edit = { readonly what: string; readonly content: Content; readonly mostRendered: number };

function editsOf(content: Content): Edit[] {
  const edits: Edit[] = [];
  let current = content;
  const edit = (what: string, mostRendered: number, changes: Partial<Content>) => {
    current = { ...current, ...changes };
    edits.push({ what, content: current, mostRendered });
  };
  const published = current.reviews.filter(
    ({ verification }) => verification.status === 'verified',
  );
  const [changed, removed] = [published[40] ?? assert.fail(), published[70] ?? assert.fail()];
  const all = published.length + 1;

  edit('a changed text', 4, {
    reviews: current.reviews.map((review) =>
      review === changed
        ? { ...review, reviewBody: `${review.reviewBody} </p> Later: “fine”.` }
        : review,
    ),
  });
  edit('a new review', 4, {
    reviews: [...current.reviews, storedReview({ id: 'new-review', datePublished: '2026-11-19' })],
  });
  edit('a removed review', 4, {
    reviews: current.reviews.filter((review) => review !== removed),
    removals: [...current.removals, { id: removed.id, dateRemoved: '2026-11-20', reason: 'spam' }],
  });
  edit('another name of the business', all, {
    business: { ...current.business, name: 'Harbor & Sons' },
  });
  edit('another name of a technician', all - 1, {
    technicians: current.technicians.map((technician, index) =>
      index === 0
        ? { ...technician, name: 'Zoë Ng', aliases: [...technician.aliases, technician.name] }
        : technician,
    ),
  });
  return edits;
}

/** Builds the pages of a dataset and opens the pack. */
async function buildPack(t: TestContext, dataset: Dataset, ordinal: number, previous?: string) {
  const folder = createFolder(t);
  const [release, out, work] = [join(folder, 'data'), join(folder, 'pages'), join(folder, 'work')];
  await writeDataPack(release, dataset, ordinal);
  const { outcome } = startPageBuild({ release, out, work, ...(previous && { previous }) });
  const { status, stdout, stderr } = await outcome;
  assert.equal(status, 0, stderr);
  assert.deepEqual([stderr, readdirSync(work)], ['', []]);
  const pack = openPack(readFileSync(out));
  pack.verify();
  const counts: { rendered: number; reused: number } = JSON.parse(stdout);
  return { out, pack, stdout, ...counts };
}

function assertSamePages(one: Pack, other: Pack): void {
  assert.deepEqual(one.paths(), other.paths());
  for (const path of one.paths()) {
    const [a, b] = [one.get(path) ?? assert.fail(path), other.get(path) ?? assert.fail(path)];
    assert.deepEqual({ ...a.entry, lastModified: '' }, { ...b.entry, lastModified: '' });
    assert.ok(a.bodies.identity.equals(b.bodies.identity), path);
  }
}

test('pages of the demonstration content', async (t) => {
  const dataset = createDataset(DEMO, BASE_URL, createAnnotator());
  const first = await buildPack(t, dataset, 1);
  const count = dataset.reviews.length;

  await t.test('are told in one line', () => {
    assert.equal(first.stdout, `{"rendered":${count},"reused":0}\n`);
    assert.deepEqual(first.pack.meta, {
      ordinal: 1,
      key: { content: '1', baseUrl: BASE_URL, code: 'code' },
    });
  });
  await t.test('are those of a whole build, without the data', async () => {
    const folder = await sharedRelease();
    const entries = readManifest(folder)?.entries ?? assert.fail();
    const expected = entries.filter(({ path }) => !artifactAt(path));
    assert.deepEqual(first.pack.paths(), expected.map(({ path }) => path).toSorted());
    for (const { path, file, shows, variants } of expected) {
      const { entry, bodies } = first.pack.get(path) ?? assert.fail(path);
      assert.ok(bodies.identity.equals(readFileSync(join(folder, PUBLIC_FOLDER, file))), path);
      assert.deepEqual([entry.shows, entry.variants], [shows, variants]);
    }
  });
  await t.test('list every review of which they show a part', () => {
    assertShows(first.pack, dataset.reviews);
    const home = first.pack.get('/')?.entry.shows ?? [];
    const newest = new Set(dataset.reviews.slice(0, 12).map(({ id }) => id));
    assert.ok(
      home.some((id) => !newest.has(id)),
      'evidence is shown on the first page',
    );
  });

  let before = first;
  for (const [index, { what, content, mostRendered }] of editsOf(DEMO).entries()) {
    await t.test(`after ${what} are the same as if all were rendered`, async () => {
      const edited = createDataset(content, BASE_URL, createAnnotator());
      const [next, whole] = await Promise.all([
        buildPack(t, edited, index + 2, before.out),
        buildPack(t, edited, index + 2),
      ]);
      assertSamePages(next.pack, whole.pack);
      assert.equal(whole.rendered, edited.reviews.length);
      assert.equal(next.rendered + next.reused, edited.reviews.length);
      assert.ok(next.rendered > 0 && next.rendered <= mostRendered, `${next.rendered} rendered`);
      assertLastModified(before.pack, next.pack);
      before = next;
    });
  }
});

/** What is the same keeps its Last-Modified, what changed has a later one. */
function assertLastModified(before: Pack, after: Pack): void {
  for (const path of after.paths()) {
    const [old, now] = [before.get(path)?.entry, after.get(path)?.entry ?? assert.fail()];
    if (!old) continue;
    const isSame = old.variants.identity.etag === now.variants.identity.etag;
    assert.equal(now.lastModified > old.lastModified, !isSame, path);
  }
}

test('pages without any review are built', async (t) => {
  const { pack, stdout } = await buildPack(t, createDataset(contentOf(), BASE_URL), 1);
  assert.equal(stdout, '{"rendered":0,"reused":0}\n');
  assert.ok(pack.get('/') && pack.get('/404.html') && pack.get('/favicon.svg'));
  assert.deepEqual(
    pack.paths().filter((path) => path.startsWith('/reviews')),
    [],
  );
});

/** Starts a build of some pages and waits until it has begun to write. */
async function startBuild(t: TestContext, count: number) {
  const folder = createFolder(t);
  const reviews = Array.from({ length: count }, (_, index) =>
    storedReview({ id: `review-${index}` }),
  );
  const [release, out, work] = [join(folder, 'data'), join(folder, 'pages'), join(folder, 'work')];
  await writeDataPack(release, createDataset(contentOf({ reviews }), BASE_URL));
  const begun = new Promise<void>((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (!name?.startsWith('pages.')) return;
      watcher.close();
      resolve();
    });
  });
  const { child, outcome } = startPageBuild({ release, out, work });
  await Promise.race([begun, outcome]);
  return { folder, release, out, work, child, outcome };
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`a build that is told to end by ${signal} leaves nothing`, async (t) => {
    const { folder, work, child, outcome } = await startBuild(t, 2000);
    const told = performance.now();
    child.kill(signal);
    const { status, stdout } = await outcome;
    assert.ok(performance.now() - told < 1000);
    assert.deepEqual([status, child.signalCode], [null, signal]);
    assert.equal(stdout, '');
    assert.deepEqual(readdirSync(folder).toSorted(), ['data', 'work']);
    assert.deepEqual(readdirSync(work), []);
  });
}

test('the data release is not needed once a build has begun', async (t) => {
  const { release, out, outcome } = await startBuild(t, 20);
  rmSync(release);
  assert.equal((await outcome).stdout, '{"rendered":20,"reused":0}\n');
  assert.equal(
    openPack(readFileSync(out)).get('/reviews/review-19/')?.entry.file,
    'reviews/review-19/index.html',
  );
});

test('what a killed build left is removed by the next one', async (t) => {
  const { release, out, work, child, outcome } = await startBuild(t, 20);
  child.kill('SIGKILL');
  await outcome;
  const { status } = await startPageBuild({ release, out, work }).outcome;
  assert.equal(status, 0);
  assert.deepEqual(readdirSync(work), []);
  assert.equal(existsSync(`${out}.building-${child.pid}`), false);
});

test('a build that fails in the middle leaves nothing and says why', async (t) => {
  const folder = createFolder(t);
  const [release, out, work] = [join(folder, 'data'), join(folder, 'pages'), join(folder, 'work')];
  const dataset = createDataset(contentOf(), BASE_URL);
  await writeDataPack(release, dataset, 1, { ...dataset, baseUrl: 'nowhere' });
  const { status, stdout, stderr } = await startPageBuild({ release, out, work }).outcome;
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /The pages could not be built\./);
  assert.deepEqual(readdirSync(folder).toSorted(), ['data', 'work']);
  assert.deepEqual(readdirSync(work), []);
});

for (const [what, write, complaint] of [
  ['missing', () => {}, /data holds no release to make pages from: ENOENT/],
  [
    'no pack',
    (file: string) => writeFileSync(file, 'x'.repeat(500)),
    /holds no release to make pages from: The pack is cut off, or is none; delete it/,
  ],
  [
    'without a dataset',
    (file: string) => writePack(file, { meta: {}, files: [] }),
    /: The pack holds no dataset; delete it/,
  ],
] as const) {
  test(`a release that is ${what} makes no pages and says why`, async (t) => {
    const folder = createFolder(t);
    const [release, out, work] = [
      join(folder, 'data'),
      join(folder, 'pages'),
      join(folder, 'work'),
    ];
    await write(release);
    const { status, stdout, stderr } = await startPageBuild({ release, out, work }).outcome;
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, complaint);
    assert.equal(existsSync(out), false);
  });
}

test('a build that is called wrongly says how to call it', async () => {
  const { status, stderr } = await startPageBuild({ release: 'a' }).outcome;
  assert.equal(status, 1);
  assert.match(stderr, /^Say what pages are made from .*\nUsage: node scripts\/build-pages\.ts/);
});
