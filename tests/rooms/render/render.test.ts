import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { pageFor } from '../../../sidecar/render/asked-page.ts';
import type { PageBundle } from '../../../sidecar/render/bundle.ts';
import type { RenderPage } from '../../../sidecar/render/page-handler.ts';
import type { Page } from '../../../sidecar/render/render.ts';
import { Pages } from '../../../sidecar/render/render.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { loadTinyBundle, renderTinyPage } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { settle, waitUntil } from '../../support/wait-until.ts';

const NEVER = new AbortController().signal;
const PATH = '/reviews/review-a/';
const OTHER_PATH = '/reviews/review-b/';

const made = await makeRelease();
const { release } = made;
const previous = made.manifest;
/** One review is edited; the other pages stay as they are, but for its neighbours. */
const edit = sampleReview('review-a', '2026-10-03', {}, 'Edited words.');
const madeOfEdit = await makeRelease({ ...SAMPLE_CONTENT, ...edit }, { previous });
const edited = madeOfEdit.release;

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
  return (await pages.render(pageFor(path))) ?? assert.fail(path);
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
  const [fault] = supervisor.faults;
  assert.deepEqual([fault?.kind, fault?.code], ['bundle', 'BUNDLE_FAILED']);
  await assert.rejects(renderAt(pages, '/'), /the data is served as usual/);
  for (const seconds of [1, 2, 4]) {
    assert.equal(pages.status, 'failed');
    const { line, cause } = lines.at(-1) ?? assert.fail();
    const retry = `retrying in ${seconds} s`;
    assert.equal(line, `the pages: the bundle cannot be made; ${retry}`);
    assert.match(String(cause), /The disk is full \(\d\)/);
    await clock.advance(seconds * 1_000);
  }
  await waitUntil('the pages are ready', () => pages.status === 'ready');
  assert.deepEqual([supervisor.faults, tried], [[], 4]);
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

test('a page that fails is logged once for all that wait, and rendered again when asked for again', async () => {
  const broken = new Set([PATH]);
  const { pages, supervisor, countOf, logged } = await startPages({ broken });
  const asked = [renderAt(pages, PATH), renderAt(pages, PATH)];
  for (const one of asked) await assert.rejects(one, { status: 500 });
  assert.deepEqual([countOf(PATH), logged], [1, ['a page cannot be rendered']]);
  assert.deepEqual(supervisor.faults, []);
  broken.clear();
  assert.equal((await renderAt(pages, PATH)).status, 200);
});

test('a page that takes too long is answered 503, goes on, and is remembered', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = (path: string) => (path === PATH ? promise : undefined);
  const { pages, supervisor, logged } = await startPages({ held });
  const isLate = (error: unknown) => {
    assert.ok(error instanceof HttpError);
    assert.deepEqual([error.status, error.headers], [503, { 'Retry-After': '5' }]);
    return true;
  };
  /** What becomes of the page after a time. */
  const after = async (ms: number) => {
    const rendering = renderAt(pages, PATH);
    let isOver = false;
    rendering.catch(() => {}).finally(() => (isOver = true));
    await settle();
    t.mock.timers.tick(ms - 1);
    await settle();
    assert.equal(isOver, false);
    t.mock.timers.tick(1);
    await assert.rejects(rendering, isLate);
  };
  await after(30_000);
  assert.equal(pages.get(release, PATH), undefined);
  assert.deepEqual([supervisor.faults, logged], [[], []]);
  resolve();
  await waitUntil('it is remembered', () => pages.get(release, PATH));
});
