import { HTML_TYPE } from '#artifacts/media-types.ts';
import type { Removal } from '#dataset/dataset.ts';
import { quote } from '#dataset/text/shorten.ts';
import { NOT_FOUND_PAGE, pageAt, reviewAt } from '#release/page-addresses.ts';
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
import { type AskedPage, pageFor } from '../render/asked-page.ts';
import type { Pages } from '../render/render.ts';

type Served = {
  readonly current: CurrentRelease;
  readonly pages: Pages;
  /** The client, as limits count it. */
  readonly client: string;
};

/**
 * GET of a data file, a page or a file of pages, under any spelling of its path; else a redirect to
 * a page, 410 for a review that was taken down, or 404.
 */
export async function replyWithPublished(
  served: Served,
  target: string,
  request: ReadRequest,
): Promise<Reply> {
  const { path: sent, query } = splitTarget(target);
  const path = decodePath(sent);
  if (path === undefined) throw pathFault(sent);
  return served.current.answer((release) => replyFrom(release, served, { path, query }, request));
}

async function replyFrom(
  release: Release,
  served: Served,
  { path, query }: { readonly path: string; readonly query: string },
  request: ReadRequest,
): Promise<Reply> {
  const { pages } = served;
  const asked = pageFor(path, query);
  const file = release.files.get(path) ?? pages.get(release, asked.key);
  if (file) return replyWithFile(file, request);
  if (pageAt(path, release) === 'published') {
    return replyWithFile(await render(asked, release, served), request);
  }
  const meant = pageMeant(path);
  if (meant !== undefined && pageAt(meant, release) === 'published') {
    return redirectTo(meant, query);
  }
  const gone = [path, meant ?? path].find((one) => pageAt(one, release) === 'gone');
  const error = gone === undefined ? notFound(path, release) : removed(gone, release.removed);
  if (!wantsPage(path, request.headers.accept)) throw error;
  // The error itself is shown if there are no pages.
  if (pages.status !== 'ready') throw error;
  const shown = await render(pageFor(gone ?? NOT_FOUND_PAGE), release, served);
  return replyWithErrorPage(error, shown);
}

/** Returns the error for a path at which nothing is published. */
export function notFound(path: string, { vanished }: Pick<Release, 'vanished'>): HttpError {
  const detail = `Nothing is published at ${quote(path, 200)}; /openapi.json lists all addresses.`;
  const wasThere = [path, pageMeant(path) ?? path].some((one) => vanished.has(one));
  return wasThere ? noLongerThere(404, detail, reviewAt(path)) : new HttpError(404, detail);
}

/** Returns the error for a path that belonged to a review, as a page or in another form. */
export function removed(path: string, removals: readonly Removal[]): HttpError {
  const id = reviewAt(path);
  const removal = removals.find((one) => one.id === id);
  const when = removal ? ` on ${removal.dateRemoved} (${removal.reason})` : '';
  return noLongerThere(410, `This review was taken down${when}; delete copies of it.`, id);
}

/** Returns the path of the page that a path without its slash, or with its file name, refers to. */
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

/** Renders a page. Throws if it is of another release: then another one is served by now. */
async function render(
  asked: AskedPage,
  { ordinal }: Release,
  { pages, client }: Served,
): Promise<PublishedFile> {
  const page = await pages.render(asked, client);
  if (page?.ordinal === ordinal) return page.file;
  throw new Error('The page is of another release.');
}

function replyWithErrorPage({ status, headers }: HttpError, { identity }: PublishedFile): Reply {
  const fields = Object.entries(headers).flat();
  return makeReply(status, HTML_TYPE, joinPieces(identity.body), fields, PAGE_SECURITY);
}
