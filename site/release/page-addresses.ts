import { kindOfSite, type SiteKind } from '#artifacts/site-parts.ts';
import { memoize } from '#dataset/memoize.ts';
import { archiveOf, pathOfArchive } from '#search/archive.ts';
import { positionOf } from '#search/corpus/columns.ts';
import { addressOfList } from '#search/question/list-question.ts';
import type { EntityNames } from '#search/question/names.ts';
import type { ReviewSource } from '#search/review-source.ts';
import fixedPages from './fixed-pages.json' with { type: 'json' };

/** The page for unknown paths; static hosts expect it under this name. */
export const NOT_FOUND_PAGE = '/404.html';

/** The list of all reviews: the only page that depends on the query of its address. */
export const REVIEWS_PAGE = addressOfList({});

/** The pages of a release, whatever its content, including one for each file in site/docs. */
export const FIXED_PAGES: readonly string[] = fixedPages;

/** The documentation of files; the rest is about a service, or for its operators. */
const DOCS_OF_FILES = ['/docs/', '/docs/data/', '/docs/insights/', '/docs/quick-start/'];
const OF_SERVICE = /^\/(?:agents|docs|websub)\//;

/** True if a fixed page is true of a site: without a service, it has none about one. */
export function hasFixedPage(path: string, kind: SiteKind): boolean {
  return kind === 'service' || DOCS_OF_FILES.includes(path) || !OF_SERVICE.test(path);
}

/** The kinds of things that have their own pages, as their addresses begin. */
export const ENTITY_KINDS = ['people', 'services', 'places', 'aspects'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

const NAMES_OF: Readonly<Record<EntityKind, keyof EntityNames>> = {
  people: 'technicians',
  services: 'services',
  places: 'serviceAreas',
  aspects: 'aspects',
};

const OF_REVIEW = /^\/reviews\/([a-z0-9-]{4,64})(?:\/|\.(?:json|md))$/;
// No text contains this, since quotation marks are escaped in text and in attributes.
const LINK = /\shref="\/reviews\/([a-z0-9-]{4,64})\/(?:#[^"]*)?"/g;

/** The facts that decide which pages a release has. */
type Addressed = Placed & Pick<ReviewSource, 'removed' | 'removedAlone'>;

/** The facts that decide which pages besides those of reviews there are. */
export type Placed = Pick<ReviewSource, 'corpus' | 'names' | 'sidecarUrl'>;

/** The id of the review in the path of its page; undefined for another page. */
export function reviewOfPage(path: string): string | undefined {
  return path.endsWith('/') ? reviewAt(path) : undefined;
}

/** The state of the page at a path; `gone` if it belonged to a review that was taken down. */
export function pageAt(path: string, release: Addressed): 'published' | 'gone' | undefined {
  const { corpus, removed, removedAlone } = release;
  const id = reviewOfPage(path);
  if (id === undefined) return pathsBesideReviews(release).has(path) ? 'published' : undefined;
  if (positionOf(corpus, id) !== undefined) return 'published';
  const isGone = removed.some((removal) => removal.id === id) || removedAlone.includes(id);
  return isGone ? 'gone' : undefined;
}

const pathsBesideReviews = memoize((release: Addressed) => new Set(pagesBesideReviews(release)));

/** The pages of a release besides those of its reviews. A build renders both. */
export function pagesBesideReviews({ corpus, names, sidecarUrl }: Placed): readonly string[] {
  const entities = ENTITY_KINDS.flatMap((kind) =>
    names[NAMES_OF[kind]].map(({ id }) => pathOfEntity(kind, id)),
  );
  const archive = archiveOf(corpus).flatMap(({ year, months }) => [
    pathOfArchive(year),
    ...months.flatMap(({ month, parts }) =>
      Array.from({ length: parts }, (_, index) => pathOfArchive(year, month, index + 1)),
    ),
  ]);
  const kind = kindOfSite(sidecarUrl);
  const fixed = FIXED_PAGES.filter((path) => hasFixedPage(path, kind));
  return [...fixed, ...entities, ...archive];
}

/** Returns the status of the page at a path; undefined if there is none. */
export function statusOfPage(path: string, release: Addressed): number | undefined {
  if (path === NOT_FOUND_PAGE) return 404;
  const place = pageAt(path, release);
  return place && { published: 200, gone: 410 }[place];
}

/** The path of the page of a review. */
export function pathOfReview(id: string): string {
  return `/reviews/${id}/`;
}

/** The forms in which a review is published besides its page, by their extension. */
export const REVIEW_FORMS = ['json', 'md'] as const;
export type ReviewForm = (typeof REVIEW_FORMS)[number];

/** The path of a review in another form than its page. */
export function pathOfForm(id: string, form: ReviewForm): string {
  return `/reviews/${id}.${form}`;
}

/** The id of the review that is, or would be, at a path in any form; undefined for other paths. */
export function reviewAt(path: string): string | undefined {
  return OF_REVIEW.exec(path)?.[1];
}

/** Returns every path at which a review is published. */
export function pathsOfReview(id: string): string[] {
  return [pathOfReview(id), ...REVIEW_FORMS.map((form) => pathOfForm(id, form))];
}

/** Returns the path of the page of a person or thing that reviews mention. */
export function pathOfEntity(kind: EntityKind, id: string): string {
  return `/${kind}/${id}/`;
}

/** The path of the Open Graph image of all pages. */
export const OG_IMAGE = '/og.png';

/** True if a page depends on reviews that it does not show: it counts or relates them. */
export function dependsOnAll(path: string): boolean {
  return path !== NOT_FOUND_PAGE && !path.startsWith('/docs/') && reviewOfPage(path) === undefined;
}

/** Parts of the site within others, whose navigation has no separate link to them. */
const PARTS_WITHIN: ReadonlyMap<string, string> = new Map([
  ['archive', 'reviews'],
  ['charts', 'insights'],
  ['websub', 'feeds'],
  ...ENTITY_KINDS.map((kind) => [kind, 'insights'] as const),
]);

/** Returns the first page of the part of the site that a page is in. */
export function sectionOf(path = '/'): string {
  const [, part = ''] = path.split('/');
  return part === '' ? '/' : `/${PARTS_WITHIN.get(part) ?? part}/`;
}

/** The file of a page in a folder of public files: an index, so that plain servers find it. */
export function fileOfPage(path: string): string {
  return path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1);
}

/**
 * Returns the ids of the reviews that a page shows, even in part: its own, and those it links to. A
 * component that shows a part of a review links to its permalink, so that this finds it.
 */
export function shownReviews(path: string, html: string): string[] {
  const linked = html.matchAll(LINK).map(([, id = '']) => id);
  return [...new Set([reviewOfPage(path) ?? [], ...linked].flat())].sort();
}
