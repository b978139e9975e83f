import { quote } from '#dataset/shorten.ts';
import { HttpError } from '../http/http-error.ts';
import type { ReadRequest, Reply } from '../http/reply.ts';
import { replyWithFile } from '../http/reply-with-file.ts';
import { decodePath, splitTarget } from '../http/request-target.ts';
import { CORS_HEADERS, PAGE_SECURITY, PUBLISHED_CACHE } from '../http/shared-headers.ts';
import type { Release } from '../release/release.ts';

/** A file of the release under any spelling of its path, the way to it, or 404. */
export function replyWithPublished(release: Release, target: string, request: ReadRequest): Reply {
  const { path: sent, query } = splitTarget(target);
  const path = decodePath(sent);
  if (path === undefined) {
    throw new HttpError(400, 'The path is not valid percent-encoded UTF-8; correct it.');
  }
  const file = release.files.get(path);
  if (file) return replyWithFile(file, request);
  const page = pageOf(path);
  if (page !== undefined && release.files.get(page)) return redirectTo(page, query);
  const absence = release.files.absenceOf(page ?? path) ?? release.files.absenceOf(path);
  if (absence === 'gone') return replyToPeople(GONE, release, request);
  if (absence === 'building') throw new HttpError(503, BUILDING, [], { 'Retry-After': '5' });
  const shown = quote(path, 200);
  const detail = `Nothing is published at ${shown}; /openapi.json lists what is.`;
  return replyToPeople(new HttpError(404, detail), release, request);
}

const GONE = new HttpError(410, 'This review was taken down, and its text is not kept here.');
const BUILDING = 'This page is being built, as what it shows has changed; ask again in a moment.';

/** The path of the page that a path without its slash, or with its file name, means. */
function pageOf(path: string): string | undefined {
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

/** People get the page that says so, programs the body of errors. */
function replyToPeople(error: HttpError, { files }: Release, { headers }: ReadRequest): Reply {
  const page = files.get('/404.html')?.identity.body;
  if (!page || !headers.accept?.includes('text/html')) throw error;
  return {
    status: error.status,
    headers: [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(page.length),
      'Cache-Control',
      'no-store',
      ...CORS_HEADERS,
      ...PAGE_SECURITY,
    ],
    body: [page],
  };
}
