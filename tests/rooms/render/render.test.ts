import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { SearchIndexData } from '#search/index/index-data.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { toDataMessage } from '../../../sidecar/publish/messages.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { createRelease, type Release } from '../../../sidecar/release/release.ts';
import { askPage } from '../../../sidecar/render/asked-page.ts';
import type { PageBundle } from '../../../sidecar/render/bundle.ts';
import type { RenderPage } from '../../../sidecar/render/page-handler.ts';
import type { Page } from '../../../sidecar/render/page-memo.ts';
import { Pages } from '../../../sidecar/render/render.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { loadTinyBundle, renderTinyPage } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { settle, waitUntil } from '../../support/wait-until.ts';

const NEVER = new AbortController().signal;
const NOW = new Date('2026-11-20T08:00:00Z');
const PATH = '/reviews/review-a/';
const OTHER_PATH = '/reviews/review-b/';

const made = await makeRelease();
const { release } = made;
const previous = made.manifest;
/** One review is edited; the other pages stay as they are, but for its neighbours. */
const edit = sampleReview('review-a', '2026-10-03', {}, 'Edited words.');
const madeOfEdit = await makeRelease({ ...SAMPLE_CONTENT, ...edit }, { previous });
const edited = madeOfEdit.release;
const others = Object.entries(SAMPLE_CONTENT).filter(([path]) => !path.includes('review-b'));
const { release: withoutB } = await makeRelease(Object.fromEntries(others), { previous });

type Settings = {
  readonly load?: () => Promise<PageBundle>;
  /** Paths whose pages fail, for as long as they are in it. */
  readonly broken?: ReadonlySet<string>;
  /** Pages that wait for a promise. */
  readonly held?: (path: string, isFirst: boolean) => Promise<void> | undefined;
};

/** Pages of a release that is served, with all that was logged and rendered, and every wait. */
async function createPages({ load, broken, held }: Settings = {}) {
  const rendered: string[] = [];
  const logged: unknown[] = [];
  const current = new CurrentRelease();
  current.swap(release);
  const render: RenderPage = async (path, source) => {
    rendered.push(path);
    if (broken?.has(path)) throw new Error('It cannot be shown.');
    await held?.(path, source === release.published);
    return renderTinyPage(path, source);
  };
  const supervised = createSupervised();
  const pages = new Pages({
    current,
    load: load ?? (() => loadTinyBundle(render)),
    memoryBytes: 1e6,
    supervisor: supervised.supervisor,
    log: pino({}, { write: (line) => logged.push(JSON.parse(line).msg) }),
    now: () => NOW,
  });
  const countOf = (path: string) => rendered.filter((one) => one === path).length;
  return { pages, current, rendered, countOf, logged, ...supervised };
}

/** The same, once the first try to load their bundle is over. */
async function startPages(settings: Settings = {}) {
  const created = await createPages(settings);
  await created.pages.start(NEVER);
  return created;
}

/** The page at a path that has one. */
async function renderAt(pages: Pages, path: string): Promise<Page> {
  return (await pages.render(askPage(path))) ?? assert.fail(path);
}

const textOf = async (page: Promise<Page>) => (await page).file.identity.body.toString();

test('pages are starting until it is known whether there are any, then ready', async () => {
  const loading = Promise.withResolvers<PageBundle>();
  const { pages } = await createPages({ load: () => loading.promise });
  assert.equal(pages.status, 'starting');
  const started = pages.start(NEVER);
  await assert.rejects(renderAt(pages, '/'), (error) => {
    assert.ok(error instanceof HttpError);
    assert.deepEqual([error.status, error.headers], [503, { 'Retry-After': '5' }]);
    assert.match(error.message, /after an upgrade/);
    return true;
  });
  assert.equal(pages.get(release, '/'), undefined);
  loading.resolve(await loadTinyBundle());
  await started;
  assert.equal(pages.status, 'ready');
  assert.equal((await renderAt(pages, '/')).status, 200);
});

test('a bundle that cannot be loaded is reported and tried again until it is there', async () => {
  let tried = 0;
  const load = async () => {
    tried += 1;
    if (tried <= 3) throw new Error(`The disk is full (${tried}).`);
    return loadTinyBundle();
  };
  const { pages, supervisor, clock, lines } = await startPages({ load });
  assert.deepEqual(pages.failedAt, NOW);
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['bundle', 'BUNDLE_FAILED']);
  await assert.rejects(renderAt(pages, '/'), /the data are served as always/);
  for (const seconds of [1, 2, 4]) {
    assert.equal(pages.status, 'failed');
    const { line, cause } = lines.at(-1) ?? assert.fail();
    const retry = `it is tried again in ${seconds} s`;
    assert.equal(line, `the pages: the bundle cannot be made; ${retry}`);
    assert.match(String(cause), /The disk is full \(\d\)/);
    await clock.advance(seconds * 1_000);
  }
  await waitUntil('the pages are ready', () => pages.status === 'ready');
  assert.deepEqual([pages.failedAt, supervisor.faults, tried], [undefined, [], 4]);
  assert.equal((await renderAt(pages, '/')).status, 200);
});

test('a page is rendered once, and remembered for the release; files of the bundle are not rendered', async () => {
  const { pages, countOf } = await createPages();
  assert.equal(pages.get(release, '/public.txt'), undefined, 'before the bundle is there');
  await pages.start(NEVER);
  const { file } = await renderAt(pages, PATH);
  assert.equal((await renderAt(pages, PATH)).file, file);
  assert.equal(pages.get(release, PATH), file);
  assert.equal(file.coded.size, 3);
  assert.match(pages.get(release, '/public.txt')?.identity.body.toString() ?? '', /public file/);
  assert.deepEqual([PATH, '/public.txt'].map(countOf), [1, 0]);
});

test('the page of a takedown and that of a missing page are remembered, but not as published', async () => {
  const { pages, countOf } = await startPages();
  for (const [path, status] of [
    ['/reviews/gone-2026/', 410],
    ['/404.html', 404],
  ] as const) {
    for (let time = 0; time < 2; time++) assert.equal((await renderAt(pages, path)).status, status);
    assert.equal(pages.get(release, path), undefined);
    assert.equal(countOf(path), 1);
  }
});

test('the first page is rendered ahead, at the start and after each swap', async () => {
  const { pages, current, rendered } = await startPages();
  await waitUntil('it is rendered', () => pages.get(release, '/'));
  current.swap(edited);
  assert.equal(pages.get(edited, '/'), undefined);
  const file = await waitUntil('it is rendered', () => pages.get(edited, '/'));
  assert.match(file.identity.body.toString(), /Edited words\./);
  assert.deepEqual(rendered, ['/', '/']);
});

test('a rendering that began before a swap is neither shared nor remembered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = (path: string, isFirst: boolean) => (path === PATH && isFirst ? promise : undefined);
  const { pages, current } = await startPages({ held });
  await renderAt(pages, OTHER_PATH);
  const older = renderAt(pages, PATH);
  await settle();
  current.swap(edited);
  assert.equal(pages.get(edited, OTHER_PATH), undefined, 'nor is an older page');
  const newer = renderAt(pages, PATH);
  resolve();
  assert.match(await textOf(older), /Elena Muñoz kept me informed/);
  assert.match(await textOf(newer), /Edited words\./);
  assert.equal(pages.get(release, PATH), undefined);
  assert.ok(pages.get(edited, PATH));
});

test('a page that waits is rendered of what is served when its turn comes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = (path: string) => (path === '/feeds/' ? promise : undefined);
  const { pages, current, countOf } = await startPages({ held });
  const before = renderAt(pages, '/feeds/');
  const asked = [renderAt(pages, PATH)];
  const removed = pages.render(askPage(OTHER_PATH));
  await settle();
  current.swap(withoutB);
  asked.push(renderAt(pages, PATH));
  resolve();
  assert.equal((await before).ordinal, release.ordinal);
  for (const page of await Promise.all(asked)) assert.equal(page.ordinal, withoutB.ordinal);
  assert.equal(countOf(PATH), 1);
  assert.equal(await removed, undefined, 'it has no page any more');
});

test('bytes that did not change keep their file and tags over a swap', async () => {
  const { pages, current, countOf } = await startPages();
  const filesOf = async () => {
    const paths = ['/feeds/', '/reviews/review-e/', PATH];
    const rendered = await Promise.all(paths.map((path) => renderAt(pages, path)));
    return rendered.map(({ file }) => file);
  };
  const before = await filesOf();
  current.swap(edited);
  const isSame = (await filesOf()).map((file, index) => file === before[index]);
  assert.deepEqual(isSame, [true, true, false]);
  assert.equal(countOf('/feeds/'), 2);
});

test('a page that fails is a fault until it was rendered again, which is tried by itself', async () => {
  const broken = new Set([PATH]);
  let loads = 0;
  const load = () => {
    loads += 1;
    return loadTinyBundle(async (path, source) => {
      if (broken.has(path)) throw new Error('It cannot be shown.');
      return renderTinyPage(path, source);
    });
  };
  const { pages, supervisor, clock, lines } = await startPages({ load });
  await assert.rejects(renderAt(pages, PATH), { status: 500 });
  const [fault] = supervisor.faults;
  assert.deepEqual(
    [fault?.kind, fault?.code, fault?.message],
    ['rendering', 'RENDERING_FAILED', 'a page: it cannot be rendered'],
  );
  // Other requests for it do not put that off.
  await clock.advance(900);
  await assert.rejects(renderAt(pages, PATH), { status: 500 });
  assert.deepEqual(supervisor.faults, [fault]);
  await clock.advance(100);
  await waitUntil('it is reported again', () => lines.length === 2);
  assert.match(lines[1]?.line ?? '', /; it is tried again in 2 s$/);
  broken.clear();
  await clock.advance(2_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  // It is compressed before it is remembered.
  await waitUntil('it is remembered', () => pages.get(release, PATH));
  assert.equal(loads, 1, 'a whole bundle is not loaded again');
});

test('a page that failed is not a fault once a request gets it, or its release has none', async () => {
  const broken = new Set([PATH, '/feeds/', OTHER_PATH]);
  const { pages, current, supervisor, clock, lines } = await startPages({ broken });
  for (const path of broken) await assert.rejects(renderAt(pages, path), { status: 500 });
  assert.equal(lines.length, 1);
  for (const path of [PATH, '/feeds/']) {
    broken.delete(path);
    await renderAt(pages, path);
    assert.equal(supervisor.faults.length, 1);
  }
  current.swap(withoutB);
  await clock.advance(1_000);
  await waitUntil('it is over', () => supervisor.faults.length === 0);
  broken.add('/feeds/');
  await assert.rejects(renderAt(pages, '/feeds/'), { status: 500 });
  broken.clear();
  await renderAt(pages, '/feeds/');
  assert.deepEqual(supervisor.faults, []);
});

test('where a page fails and the files of the bundle are gone, it is loaded again', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 2) throw new Error('The bundler was ended by SIGKILL.');
    const isGone = loads === 1;
    const render: RenderPage = async (path, source) => {
      if (isGone && path === PATH) throw new Error('Its code is gone.');
      return renderTinyPage(path, source);
    };
    return { ...(await loadTinyBundle(render)), isWhole: () => !isGone };
  };
  const { pages, supervisor, clock, lines } = await startPages({ load });
  await assert.rejects(renderAt(pages, PATH), { status: 500 });
  await clock.advance(1_000);
  await waitUntil('it cannot be made again', () => lines.length === 2);
  assert.match(String(lines[1]?.cause), /ended by SIGKILL/);
  assert.equal((await renderAt(pages, '/feeds/')).status, 200, 'what is in memory is shown');
  await clock.advance(2_000);
  await waitUntil('the page', () => pages.get(release, PATH));
  assert.equal(loads, 3);
  assert.deepEqual(supervisor.faults, []);
});

/** The edited release before its index is there. */
const startingWith = (index: Promise<SearchIndexData>) =>
  createRelease(toDataMessage(madeOfEdit.manifest, madeOfEdit.data, undefined), index);

test('a page that asks before the index is there waits for it', async () => {
  const { pages, current, countOf, logged, supervisor } = await startPages();
  const index = Promise.withResolvers<SearchIndexData>();
  current.swap(startingWith(index.promise));
  const list = renderAt(pages, '/reviews/');
  const same = renderAt(pages, '/reviews/');
  await settle();
  index.resolve(madeOfEdit.data.index());
  assert.match(await textOf(list), /Edited words/);
  assert.equal(await list, await same);
  assert.equal(countOf('/reviews/'), 1);
  assert.deepEqual([logged, supervisor.faults], [[], []]);
});

test('a page that asks an index that never comes is a fault', async () => {
  const { pages, current, supervisor } = await startPages();
  const index = Promise.reject(new Error('The publisher died.'));
  index.catch(() => {});
  current.swap(startingWith(index));
  await assert.rejects(renderAt(pages, '/reviews/'), { status: 500 });
  assert.equal(supervisor.faults.length, 1);
});

test('agents read pages that are published, of the release they ask, also when another is served', async () => {
  const { pages, current } = await startPages();
  const page = await pages.read(release, PATH);
  const { file } = await renderAt(pages, PATH);
  assert.deepEqual(
    [page?.etag, page?.mediaType, page?.lastModified],
    [file.identity.etag, 'text/html; charset=utf-8', undefined],
  );
  assert.ok(await pages.read(release, '/404.html'), 'it is published, too');
  for (const path of ['/reviews/gone-2026/', '/reviews/pending-1/', '/nothing', '/public.txt']) {
    assert.equal(await pages.read(release, path), undefined, path);
  }
  current.swap(edited);
  const readOf = async (of: Release) =>
    joinPieces((await pages.read(of, PATH))?.body ?? []).toString();
  assert.match(await readOf(release), /Elena Muñoz kept me informed/);
  assert.match(await readOf(edited), /Edited words\./);
});
