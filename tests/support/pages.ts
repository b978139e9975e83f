import type { Logger } from 'pino';
import { pino } from 'pino';
import { NOT_FOUND_PAGE, REVIEWS_PAGE } from '#release/page-addresses.ts';
import { LIST_SIZE, readListQuestion } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { preparePublishedFile } from '../../sidecar/http/published-file.ts';
import type { CurrentRelease } from '../../sidecar/release/current-release.ts';
import { encodeAssets, type PageBundle } from '../../sidecar/render/bundle.ts';
import type { RenderPage } from '../../sidecar/render/page-handler.ts';
import { Pages } from '../../sidecar/render/render.ts';
import { Supervisor } from '../../sidecar/supervisor.ts';

/** Renders tiny pages without a bundle. They show and link to the same as the real ones. */
export const renderTinyPage: RenderPage = async (path, release, question) => {
  if (path === REVIEWS_PAGE) return renderTinyList(release, question);
  const [, id = ''] = /^\/reviews\/([^/]+)\/$/.exec(path) ?? [];
  if (id === '') {
    const shown = path === '/' ? await release.newest(12) : [];
    return { status: path === NOT_FOUND_PAGE ? 404 : 200, html: pageOf(path, shown.map(linkTo)) };
  }
  const review = await release.review(id);
  if (!review) {
    const removal = await release.removal(id);
    return { status: removal ? 410 : 404, html: pageOf(`Gone ${removal?.reason}`, []) };
  }
  const { newer, older } = (await release.neighbours(id)) ?? {};
  const shown = [review, ...(newer ? [newer] : []), ...(older ? [older] : [])];
  return { status: 200, html: pageOf(id, shown.map(linkTo)) };
};

async function renderTinyList(release: ReviewSource, question = readListQuestion('')) {
  const { query, parameters, problems } = question;
  const { total, positions } = await release.search({ ...query, limit: LIST_SIZE });
  const reviews = await release.reviews(positions);
  const lines = [`${total} reviews`, ...problems.map(({ message }) => message)];
  return { status: 200, html: pageOf(`List ${parameters}`, [...lines, ...reviews.map(linkTo)]) };
}

const TITLES: Readonly<Record<string, string>> = { '/': 'Home', [NOT_FOUND_PAGE]: 'Not found' };

function pageOf(title: string, lines: readonly string[]): Buffer {
  const body = `${lines.join('\n')}${'<p>A tiny page.</p>'.repeat(50)}`;
  return Buffer.from(`<!doctype html><title>${TITLES[title] ?? title}</title>${body}`);
}

function linkTo({ id, reviewBody }: { readonly id: string; readonly reviewBody: string }): string {
  return `<p><a href="/reviews/${id}/">${reviewBody}</a></p>`;
}

const ASSETS = new Map([
  ['/public.txt', Buffer.from('A public file.\n')],
  ['/empty.txt', Buffer.alloc(0)],
  ['/_astro/page.BbVtm1.css', Buffer.from('p { margin: 0 }')],
]);

/** Stands in for a bundle: tiny pages and a few public files. */
export async function loadTinyBundle(render: RenderPage = renderTinyPage): Promise<PageBundle> {
  const files = await encodeAssets(ASSETS, new Map(), new Date('2026-11-20T08:00:00Z'));
  const assets = new Map(
    files.map((file) => [
      file.entry.path,
      preparePublishedFile(file, { baseUrl: '', sidecarUrl: undefined }),
    ]),
  );
  return { render, assets };
}

type Settings = {
  readonly current: CurrentRelease;
  readonly log?: Logger;
  readonly supervisor?: Supervisor;
  readonly render?: RenderPage;
};

/** Starts tiny pages, and resolves when they are ready. */
export async function startTinyPages({
  current,
  log = pino({ level: 'silent' }),
  supervisor = new Supervisor({ log }),
  render = renderTinyPage,
}: Settings): Promise<Pages> {
  const load = () => loadTinyBundle(render);
  const pages = new Pages({ current, load, memoryBytes: 1_000_000, supervisor, log });
  await pages.start(new AbortController().signal);
  return pages;
}
