import { HTML_TYPE } from '#artifacts/media-types.ts';
import type { Removal } from '#dataset/dataset.ts';
import { quote } from '#dataset/text/shorten.ts';
import { NOT_FOUND_PAGE, pageAt, reviewAt, statusOfPage } from '#release/page-addresses.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { CORS_HEADERS, PAGE_SECURITY, PUBLISHED_CACHE } from '../http/headers.ts';
import { HttpError, noLongerThere } from '../http/http-error.ts';
import type { PublishedFile } from '../http/published-file.ts';
import { makeReply, type Reply } from '../http/reply.ts';
import { replyWithFile } from '../http/reply-with-file.ts';
import { decodePath, pathFault, type ReadRequest, splitTarget } from '../http/request.ts';
import { wantsPage } from '../http/send-error.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import { type AskedPage, askPage } from '../render/asked-page.ts';
import type { Pages } from '../render/render.ts';

type Served = {
  readonly current: CurrentRelease;
  readonly pages: Pages;
  /** The client, as far as limits are concerned. */
  readonly client: string;
};

/** Edits are rarer than one page takes to render; where they are not, the client asks again. */
const MAX_TRIES = 5;

/**
 * GET of a data file, a page or a file of pages, under any spelling of its path; else a redirect to a
 * page, 410 for a review that was taken down, or 404. Where another release is swapped in while a page
 * is rendered, the answer is made again from that one.
 */
export async function replyWithPublished(
  served: Served,
  target: string,
  request: ReadRequest,
): Promise<Reply> {
  const { path: sent, query } = splitTarget(target);
  const path = decodePath(sent);
  if (path === undefined) throw pathFault(sent);
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const file = served.current.release?.files.get(path);
    if (file) return replyWithFile(file, request);
    const reply = await replyFrom(releaseOf(served.current), served, { path, query }, request);
    if (reply) return reply;
  }
  const detail =
    'The reviews are changing faster than this page is rendered; ask again in a moment.';
  throw new HttpError(503, detail, [], { 'Retry-After': '2' });
}

/** The served release. Throws an HttpError 503 where there is none that may be shown. */
export function releaseOf({ release }: CurrentRelease): Release {
  if (release) return release;
  const detail = 'The reviews are being loaded; ask again in a moment.';
  throw new HttpError(503, detail, [], { 'Retry-After': '2' });
}

/** Undefined where a page was rendered and another release is served now. */
async function replyFrom(
  release: Release,
  served: Served,
  { path, query }: { readonly path: string; readonly query: string },
  request: ReadRequest,
): Promise<Reply | undefined> {
  const { pages } = served;
  const asked = askPage(path, query);
  const file = pages.get(release, asked.key);
  if (file) return replyWithFile(file, request);
  if (pageAt(path, release) === 'published') {
    const page = await renderServed(asked, release, served);
    return page && replyWithFile(page, request);
  }
  const meant = pageMeant(path);
  if (meant !== undefined && pageAt(meant, release) === 'published') {
    return redirectTo(meant, query);
  }
  const gone = [path, meant ?? path].find((one) => pageAt(one, release) === 'gone');
  const error = gone === undefined ? notFound(path, release) : removed(gone, release.removed);
  if (!wantsPage(path, request.headers.accept)) throw error;
  // The error itself is shown where there are no pages.
  if (pages.status !== 'ready') throw error;
  const shown = await renderServed(askPage(gone ?? NOT_FOUND_PAGE), release, served);
  return shown && replyWithErrorPage(error, shown);
}

/** The error for a path at which nothing is published. */
export function notFound(path: string, { vanished }: Pick<Release, 'vanished'>): HttpError {
  const detail = `Nothing is published at ${quote(path, 200)}; /openapi.json lists what is.`;
  const wasThere = [path, pageMeant(path) ?? path].some((one) => vanished.has(one));
  return wasThere ? noLongerThere(404, detail, reviewAt(path)) : new HttpError(404, detail);
}

/** The error for a path at which a review was, as a page or in another form. */
export function removed(path: string, removals: readonly Removal[]): HttpError {
  const id = reviewAt(path);
  const removal = removals.find((one) => one.id === id);
  const when = removal ? ` on ${removal.dateRemoved} (${removal.reason})` : '';
  return noLongerThere(410, `This review was taken down${when}; delete copies of it.`, id);
}

/** The path of the page that is meant by a path without its slash, or with its file name. */
function pageMeant(path: string): string | undefined {
  if (path.endsWith('/index.html')) return path.slice(0, -'index.html'.length);
  return path.endsWith('/') ? undefined : `${path}/`;
}

function redirectTo(path: string, query: string): Reply {
  const location = encodeURI(path) + (query && `?${query}`);
  return {
    status: 301,
    headers: ['Location', location, 'Content-Length', '0', ...PUBLISHED_CACHE, ...CORS_HEADERS],
    body: [],
  };
}

/**
 * Renders a page. Undefined where another release is served by now, or the page is not
 * what the given release has there: what was taken down before the answer is never shown.
 */
async function renderServed(
  asked: AskedPage,
  release: Release,
  { current, pages, client }: Served,
): Promise<PublishedFile | undefined> {
  const page = await pages.render(asked, client);
  if (page?.ordinal !== current.release?.ordinal) return undefined;
  return page?.status === statusOfPage(asked.path, release) ? page?.file : undefined;
}

function replyWithErrorPage({ status, headers }: HttpError, { identity }: PublishedFile): Reply {
  const fields = Object.entries(headers).flat();
  return makeReply(status, HTML_TYPE, joinPieces(identity.body), fields, PAGE_SECURITY);
}
