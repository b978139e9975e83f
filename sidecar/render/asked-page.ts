import { pageAt, pathOfForm, REVIEWS_PAGE, reviewOfPage } from '#release/page-addresses.ts';
import { type ListQuestion, readListQuestion } from '#search/question/list-question.ts';
import { CORS_HEADERS, qualitiesIn, qualityOf } from '../http/headers.ts';
import type { Reply } from '../http/reply.ts';
import type { ReadRequest } from '../http/request.ts';
import type { Release } from '../release/release.ts';

/** A page with a question. */
export type AskedPage = {
  readonly path: string;
  /** Undefined if there is no question. */
  readonly question: ListQuestion | undefined;
  /** The key of a rendering: addresses with the same question, mistakes included, share it. */
  readonly key: string;
};

/** True if a page is asked a question, valid or not: it counts against the limit of the API. */
export function isQuestion(path: string, query: string): boolean {
  return query !== '' && path === REVIEWS_PAGE;
}

/** Returns the page at a path. The query, as it was sent, is ignored if the page takes none. */
export function pageFor(path: string, query = ''): AskedPage {
  if (!isQuestion(path, query)) return { path, question: undefined, key: path };
  const question = readListQuestion(query);
  const { parameters, problems } = question;
  // The page shows them.
  const mistakes = problems.map(({ message }) => message);
  const asks = parameters + (mistakes.length === 0 ? '' : `#${JSON.stringify(mistakes)}`);
  return asks === '' ? pageFor(path) : { path, question, key: `${path}?${asks}` };
}

/**
 * Returns the redirect from the page of a review to its Markdown, for clients that name this type
 * and do not prefer HTML. Caches must not keep it, and both say in Vary that Accept decides.
 */
export function redirectToMarkdown(
  { published }: Release,
  path: string,
  request: ReadRequest,
): Reply | undefined {
  const id = prefersMarkdown(request) ? reviewOfPage(path) : undefined;
  if (id === undefined || pageAt(path, published) !== 'published') return undefined;
  const to = ['Location', pathOfForm(id, 'md'), 'Content-Length', '0'];
  const caching = ['Cache-Control', 'no-store', 'Vary', 'Accept'];
  return { status: 302, headers: [...to, ...caching, ...CORS_HEADERS], body: [] };
}

/**
 * True if a client names Markdown with at least the quality of HTML (RFC 9110 §12.5.1). A wildcard
 * asks for HTML, and never for Markdown.
 */
export function prefersMarkdown({ headers: { accept } }: ReadRequest): boolean {
  // Few clients name it, and the rest is not for the others.
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  const qualities = qualitiesIn(accept);
  const markdown = qualities.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= qualityOf('text/html', qualities);
}
