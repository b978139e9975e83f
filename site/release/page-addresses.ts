import { positionOf } from '#search/corpus/corpus.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** The page for unknown paths; static hosts expect it under this name. */
export const NOT_FOUND_PAGE = '/404.html';

/** The documentation of the program, a Markdown file each in site/docs; README.md is their index. */
const DOCS = [
  'agents',
  'configuration',
  'data',
  'errors',
  'insights',
  'mirrors',
  'operating',
  'reviews',
  'search',
  'websub',
];

/** The pages of every release besides those of its reviews. */
export const FIXED_PAGES: readonly string[] = [
  '/',
  '/agents/',
  '/docs/',
  ...DOCS.map((name) => `/docs/${name}/`),
  '/feeds/',
  '/websub/',
  NOT_FOUND_PAGE,
];

const PERMALINK = /^\/reviews\/([a-z0-9-]{4,64})\/$/;
// No text contains this, since quotation marks are escaped in text and in attributes.
const LINK = /\shref="\/reviews\/([a-z0-9-]{4,64})\/"/g;

/** Whether there is a page at a path; `gone` if it was that of a review that was taken down. */
export function pageAt(
  path: string,
  { corpus, removed }: Pick<ReviewSource, 'corpus' | 'removed'>,
): 'published' | 'gone' | undefined {
  if (FIXED_PAGES.includes(path)) return 'published';
  const id = PERMALINK.exec(path)?.[1];
  if (id === undefined) return undefined;
  if (positionOf(corpus, id) !== undefined) return 'published';
  return removed.some((removal) => removal.id === id) ? 'gone' : undefined;
}

/** The status of the page at a path; undefined if there is none. */
export function statusOfPage(
  path: string,
  release: Pick<ReviewSource, 'corpus' | 'removed'>,
): number | undefined {
  if (path === NOT_FOUND_PAGE) return 404;
  const place = pageAt(path, release);
  return place && { published: 200, gone: 410 }[place];
}

/** The path of the page of a review. */
export function pathOfReview(id: string): string {
  return `/reviews/${id}/`;
}

/** The file of a page in a folder of public files: a folder with an index, so that plain servers find it. */
export function fileOfPage(path: string): string {
  return path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
}

/**
 * The ids of the reviews that a page shows, even in part: its own, and those it links to. A component
 * that shows a part of a review links to its permalink, so that this finds it.
 */
export function shownReviews(path: string, html: string): string[] {
  const own = PERMALINK.exec(path)?.[1];
  const linked = [...html.matchAll(LINK)].map(([, id = '']) => id);
  return [...new Set(own === undefined ? linked : [own, ...linked])].sort();
}
