import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { joinPieces } from '#search/corpus/pieces.ts';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import type { Release } from '../../../sidecar/release/release.ts';
import type { PageBundle } from '../../../sidecar/render/bundle.ts';
import type { RenderPage } from '../../../sidecar/render/page-handler.ts';
import type { Page } from '../../../sidecar/render/page-memo.ts';
import { MAX_RENDERINGS_PER_CLIENT } from '../../../sidecar/render/page-queue.ts';
import { Pages } from '../../../sidecar/render/render.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { loadTinyBundle, renderTinyPage } from '../../support/pages.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { waitUntil } from '../../support/wait-until.ts';

const NEVER = new AbortController().signal;
const NOW = new Date('2026-11-20T08:00:00Z');
const PATH = '/reviews/review-a/';

const made = await makeRelease();
const { release } = made;
/** One review is edited; the other pages stay as they are, but for its neighbours. */
const edited = await makeRelease(
  { ...SAMPLE_CONTENT, ...sampleReview('review-a', '2026-10-03', {}, 'Edited words.') },
  { previous: made.manifest },
);

type Settings = {
  readonly served?: Release;
  readonly load?: (signal: AbortSignal) => Promise<PageBundle>;
  readonly render?: RenderPage;
  readonly memoryBytes?: number;
};

/** Pages of a release that is served, with all that was logged and rendered, and every wait. */
async function createPages({
  served = release,
  load,
  render = renderTinyPage,
  memoryBytes = 1e6,
}: Settings = {}) {
  const rendered: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const { supervisor, clock, lines } = createSupervised();
  const current = new CurrentRelease();
  await current.swap(served);
  const counting: RenderPage = (path, source) => {
    rendered.push(path);
    return render(path, source);
  };
  const pages = new Pages({
    current,
    load: load ?? (() => loadTinyBundle(counting)),
    memoryBytes,
    supervisor,
    log: pino({}, { write: (line) => logged.push(JSON.parse(line)) }),
    now: () => NOW,
  });
  return { pages, current, rendered, logged, supervisor, clock, lines };
}

/** The same, once the first try to load their bundle is over. */
async function startPages(settings: Settings = {}) {
  const created = await createPages(settings);
  await created.pages.start(NEVER);
  return created;
}

/** The page at a path that has one. */
async function renderAt(pages: Pages, path: string, client?: string): Promise<Page> {
  const page = await pages.render(path, client);
  assert.ok(page, path);
  return page;
}

/** Goes on until all that is ready to run has run. */
async function goOn(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

test('pages are starting until it is known whether there are any, then ready', async () => {
  const loading = Promise.withResolvers<PageBundle>();
  const { pages } = await createPages({ load: () => loading.promise });
  assert.equal(pages.status, 'starting');
  const started = pages.start(NEVER);
  await assert.rejects(renderAt(pages, '/'), (error) => {
    assert.ok(error instanceof HttpError);
    assert.equal(error.status, 503);
    assert.deepEqual(error.headers, { 'Retry-After': '5' });
    assert.match(error.message, /after an upgrade/);
    return true;
  });
  assert.equal(pages.get(release, '/'), undefined);
  loading.resolve(await loadTinyBundle());
  await started;
  assert.equal(pages.status, 'ready');
  assert.equal((await renderAt(pages, '/')).status, 200);
});

test('a bundle that cannot be loaded is told and tried again until it is there', async () => {
  let tried = 0;
  const load = async () => {
    tried += 1;
    if (tried <= 3) throw new Error(`The disk is full (${tried}).`);
    return loadTinyBundle();
  };
  const { pages, supervisor, clock, lines } = await startPages({ load });
  assert.equal(pages.status, 'failed');
  assert.deepEqual(pages.failedAt, NOW);
  assert.deepEqual(supervisor.faults, [
    {
      kind: 'bundle',
      code: 'BUNDLE_FAILED',
      since: NOW.toISOString(),
      nextTry: new Date(NOW.getTime() + 1_000).toISOString(),
      message: 'the pages: the bundle cannot be made',
    },
  ]);
  await assert.rejects(renderAt(pages, '/'), /the data are served as always/);
  for (const seconds of [1, 2, 4]) {
    assert.equal(pages.status, 'failed');
    assert.equal(
      lines.at(-1)?.line,
      `the pages: the bundle cannot be made; it is tried again in ${seconds} s`,
    );
    assert.match(String(lines.at(-1)?.cause), /The disk is full \(\d\)/);
    await clock.advance(seconds * 1_000);
  }
  await waitUntil('the pages are ready', () => pages.status === 'ready');
  assert.equal(pages.failedAt, undefined);
  assert.deepEqual(supervisor.faults, []);
  assert.equal(tried, 4);
  assert.equal((await renderAt(pages, '/')).status, 200);
});

test('when the process is to end, nothing is tried any more, and nothing logged', async () => {
  const { pages, lines } = await createPages({
    load: async () => {
      throw new Error('It was ended.');
    },
  });
  await pages.start(AbortSignal.abort());
  assert.equal(pages.status, 'starting');
  assert.deepEqual(lines, []);
});

test('a page is rendered once, and remembered for the release', async () => {
  const { pages, rendered } = await startPages();
  const first = await renderAt(pages, PATH);
  assert.equal(await renderAt(pages, PATH).then(({ file }) => file), first.file);
  assert.equal(pages.get(release, PATH), first.file);
  assert.equal(rendered.filter((path) => path === PATH).length, 1);
  assert.equal(first.file.coded.size, 3);
});

test('public files of the bundle are had without rendering', async () => {
  const { pages } = await createPages();
  assert.equal(pages.get(release, '/robots.txt'), undefined, 'before the bundle is there');
  await pages.start(NEVER);
  assert.match(pages.get(release, '/robots.txt')?.identity.body.toString() ?? '', /User-agent/);
});

test('the page of a takedown and that of nothing are not had as if they were published', async () => {
  const { pages, rendered } = await startPages();
  const gone = await renderAt(pages, '/reviews/gone-2026/');
  const missing = await renderAt(pages, '/404.html');
  assert.deepEqual([gone.status, missing.status], [410, 404]);
  assert.equal(pages.get(release, '/reviews/gone-2026/'), undefined);
  assert.equal(pages.get(release, '/404.html'), undefined);
  await renderAt(pages, '/404.html');
  assert.equal(
    rendered.filter((path) => path === '/404.html').length,
    1,
    'but they are remembered',
  );
});

test('the first page is rendered ahead, at the start and after each swap', async () => {
  const { pages, current, rendered } = await startPages();
  await waitUntil('it is rendered', () => pages.get(release, '/'));
  await current.swap(edited.release);
  assert.equal(pages.get(edited.release, '/'), undefined);
  const file = await waitUntil('it is rendered', () => pages.get(edited.release, '/'));
  assert.match(file.identity.body.toString(), /Edited words\./);
  assert.deepEqual(rendered, ['/', '/']);
});

test('a page of another release is never had', async () => {
  const { pages, current } = await startPages();
  await renderAt(pages, PATH);
  await current.swap(edited.release);
  assert.equal(pages.get(edited.release, PATH), undefined);
  const { file } = await renderAt(pages, PATH);
  assert.match(file.identity.body.toString(), /Edited words\./);
  assert.equal(pages.get(release, PATH), undefined);
});

test('a rendering that began before a swap is neither shared nor remembered', async () => {
  const held = Promise.withResolvers<void>();
  const render: RenderPage = async (path, source) => {
    if (path === PATH && source === release.published) await held.promise;
    return renderTinyPage(path, source);
  };
  const { pages, current } = await startPages({ render });
  const older = renderAt(pages, PATH);
  await goOn();
  await current.swap(edited.release);
  const newer = renderAt(pages, PATH);
  assert.notEqual(older, newer);
  held.resolve();
  assert.match((await older).file.identity.body.toString(), /Elena Muñoz kept me informed/);
  assert.match((await newer).file.identity.body.toString(), /Edited words\./);
  assert.equal(pages.get(release, PATH), undefined, 'the older one');
  assert.ok(pages.get(edited.release, PATH));
});

test('a page that waits is rendered of what is served when its turn comes', async () => {
  const held = Promise.withResolvers<void>();
  const render: RenderPage = async (path, source) => {
    if (path === '/feeds/') await held.promise;
    return renderTinyPage(path, source);
  };
  const { pages, current, rendered } = await startPages({ render });
  const before = renderAt(pages, '/feeds/');
  const asked = [renderAt(pages, PATH)];
  const removed = pages.render('/reviews/review-b/');
  await goOn();
  const withoutB = Object.entries(SAMPLE_CONTENT).filter(([path]) => !path.includes('review-b'));
  const later = await makeRelease(Object.fromEntries(withoutB), { previous: made.manifest });
  await current.swap(later.release);
  asked.push(renderAt(pages, PATH));
  held.resolve();
  assert.equal((await before).ordinal, release.ordinal);
  for (const page of await Promise.all(asked)) assert.equal(page.ordinal, later.release.ordinal);
  assert.equal(rendered.filter((path) => path === PATH).length, 1);
  assert.equal(await removed, undefined, 'it has no page any more');
});

test('bytes that did not change keep their file and tags over a swap', async () => {
  const { pages, current, rendered } = await startPages();
  const paths = ['/feeds/', '/reviews/review-e/', PATH];
  const before = await Promise.all(paths.map((path) => renderAt(pages, path)));
  await current.swap(edited.release);
  const later = await Promise.all(paths.map((path) => renderAt(pages, path)));
  assert.equal(later[0]?.file, before[0]?.file, 'it is not coded again');
  assert.equal(later[1]?.file, before[1]?.file);
  assert.notEqual(later[2]?.file, before[2]?.file);
  assert.equal(rendered.filter((path) => path === '/feeds/').length, 2);
});

test('where the first page fails ahead of anybody, that is logged and nothing else happens', async () => {
  const render: RenderPage = async (path, source) => {
    if (path === '/') throw new Error('It cannot be shown.');
    return renderTinyPage(path, source);
  };
  const { pages, logged } = await startPages({ render });
  await waitUntil('it is logged', () => logged.length > 0);
  assert.equal(logged[0]?.msg, 'a page cannot be rendered');
  assert.equal(logged.length, 1);
  assert.equal((await renderAt(pages, PATH)).status, 200);
});

test('a page that fails is a fault until it was rendered again, which is tried by itself', async () => {
  let isBroken = true;
  const render: RenderPage = async (path, source) => {
    if (isBroken && path === PATH) throw new Error('It cannot be shown.');
    return renderTinyPage(path, source);
  };
  const { pages, rendered, supervisor, clock, lines } = await startPages({ render });
  await assert.rejects(renderAt(pages, PATH), { status: 500 });
  const [fault] = supervisor.faults;
  assert.deepEqual(
    [fault?.kind, fault?.code, fault?.message],
    ['rendering', 'RENDERING_FAILED', 'a page: it cannot be rendered'],
  );
  // Whoever asks for it again does not put that off.
  await clock.advance(900);
  await assert.rejects(renderAt(pages, PATH), { status: 500 });
  assert.deepEqual(supervisor.faults, [fault]);
  const before = rendered.length;
  await clock.advance(100);
  await waitUntil('it is tried', () => rendered.length > before);
  await waitUntil('it is told again', () => lines.length === 2);
  assert.match(lines[1]?.line ?? '', /; it is tried again in 2 s$/);
  isBroken = false;
  await clock.advance(2_000);
  await waitUntil('it works again', () => supervisor.faults.length === 0);
  // It is compressed before it is remembered.
  await waitUntil('it is remembered', () => pages.get(release, PATH));
});

test('a page that somebody asks for, and gets, is no fault any more', async () => {
  const broken = new Set([PATH, '/feeds/']);
  const render: RenderPage = async (path, source) => {
    if (broken.has(path)) throw new Error('It cannot be shown.');
    return renderTinyPage(path, source);
  };
  const { pages, supervisor, lines } = await startPages({ render });
  for (const path of broken) await assert.rejects(renderAt(pages, path), { status: 500 });
  assert.equal(lines.length, 1);
  for (const path of broken) {
    assert.equal(supervisor.faults.length, 1);
    broken.delete(path);
    await renderAt(pages, path);
  }
  assert.deepEqual(supervisor.faults, []);
});

test('a page that failed and is none any more is no fault', async () => {
  const render: RenderPage = async (path, source) => {
    if (path === '/reviews/review-b/') throw new Error('It cannot be shown.');
    return renderTinyPage(path, source);
  };
  const { pages, current, supervisor, clock } = await startPages({ render });
  await assert.rejects(renderAt(pages, '/reviews/review-b/'), { status: 500 });
  const withoutB = Object.entries(SAMPLE_CONTENT).filter(([path]) => !path.includes('review-b'));
  await current.swap(
    (await makeRelease(Object.fromEntries(withoutB), { previous: made.manifest })).release,
  );
  await clock.advance(1_000);
  await waitUntil('it is gone', () => supervisor.faults.length === 0);
});

test('where a page fails and the files of the bundle are gone, it is loaded again', async () => {
  let loads = 0;
  const { pages, supervisor, clock, lines, current } = await createPages({
    load: async () => {
      loads += 1;
      if (loads === 2) throw new Error('The bundler was ended by SIGKILL.');
      const isGone = loads === 1;
      const render: RenderPage = async (path, source) => {
        if (isGone && path === PATH) throw new Error('Its code is gone.');
        return renderTinyPage(path, source);
      };
      return { ...(await loadTinyBundle(render)), isWhole: () => !isGone };
    },
  });
  await pages.start(NEVER);
  await assert.rejects(renderAt(pages, PATH), { status: 500 });
  await clock.advance(1_000);
  await waitUntil('it cannot be made anew', () => lines.length === 2);
  assert.match(String(lines[1]?.cause), /ended by SIGKILL/);
  assert.equal((await renderAt(pages, '/feeds/')).status, 200, 'what is in memory is shown');
  await clock.advance(2_000);
  await waitUntil('the page', () => pages.get(release, PATH));
  assert.equal(loads, 3);
  assert.deepEqual(supervisor.faults, []);
  assert.equal(current.release, release);
});

test('a bundle that is there is not loaded again where a page fails', async () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return loadTinyBundle(async (path, source) => {
      if (path === PATH) throw new Error('It cannot be shown.');
      return renderTinyPage(path, source);
    });
  };
  const { pages, clock, lines } = await startPages({ load });
  await assert.rejects(renderAt(pages, PATH), { status: 500 });
  await clock.advance(1_000);
  await waitUntil('it is tried again', () => lines.length === 2);
  assert.equal(loads, 1);
});

test('agents read pages that are published, and nothing else', async () => {
  const { pages } = await startPages();
  const page = await pages.read(release, PATH);
  const { file } = await renderAt(pages, PATH);
  assert.equal(page?.etag, file.identity.etag);
  assert.equal(page.mediaType, 'text/html; charset=utf-8');
  assert.equal(page.lastModified, undefined);
  assert.ok(joinPieces(page.body).equals(joinPieces(file.identity.body)));
  assert.ok(await pages.read(release, '/404.html'), 'it is published, too');
  for (const path of ['/reviews/gone-2026/', '/reviews/pending-1/', '/nothing', '/robots.txt']) {
    assert.equal(await pages.read(release, path), undefined, path);
  }
});

test('agents read pages of the release they ask, also when another is served', async () => {
  const { pages, current } = await startPages();
  await current.swap(edited.release);
  const textOf = async (of: Release) => joinPieces((await pages.read(of, PATH))?.body ?? []);
  assert.match((await textOf(release)).toString(), /Elena Muñoz kept me informed/);
  assert.match((await textOf(edited.release)).toString(), /Edited words\./);
});

test('a client with too much at once is refused, and what it has is still rendered', async () => {
  const held = Promise.withResolvers<void>();
  const render: RenderPage = async (path, source) => {
    if (path !== '/') await held.promise;
    return renderTinyPage(path, source);
  };
  const reviews = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
    sampleReview(`many-${index}`, '2026-10-01', {}, 'One of many.'),
  );
  const many = await makeRelease(Object.assign({ ...SAMPLE_CONTENT }, ...reviews));
  const { pages } = await startPages({ render, served: many.release });
  const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
    renderAt(pages, `/reviews/many-${index}/`, 'greedy'),
  );
  await assert.rejects(renderAt(pages, '/agents/', 'greedy'), { status: 503 });
  const other = renderAt(pages, '/agents/', 'modest');
  held.resolve();
  assert.equal((await other).status, 200);
  assert.equal((await Promise.all(asked)).length, MAX_RENDERINGS_PER_CLIENT);
  assert.equal((await renderAt(pages, '/websub/', 'greedy')).status, 200);
});

test('without memory pages are rendered each time, and right', async () => {
  const { pages, rendered } = await startPages({ memoryBytes: 0 });
  for (let round = 0; round < 3; round++) await renderAt(pages, PATH);
  assert.equal(pages.get(release, PATH), undefined);
  assert.equal(rendered.filter((path) => path === PATH).length, 3);
});
