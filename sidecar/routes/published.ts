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
  if (page !== undefined && release.files.has(page)) return redirectTo(page, query);
  return notFound(release, path, request);
}

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

/** People get a page, programs the body of errors. */
function notFound(release: Release, path: string, { headers }: ReadRequest): Reply {
  const page = release.files.get('/404.html')?.identity.body;
  if (!page || !headers.accept?.includes('text/html')) {
    const shown = JSON.stringify(path.slice(0, 200));
    throw new HttpError(404, `Nothing is published at ${shown}; /openapi.json lists what is.`);
  }
  return {
    status: 404,
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
