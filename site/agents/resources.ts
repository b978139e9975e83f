import { isCalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import LISTINGS from './resources.json' with { type: 'json' };

/** Files whose lists are read up to a maximum length; others are then read only by their URL. */
export const ENDING_EARLY: ReadonlySet<string> = new Set(
  LISTINGS.flatMap(({ path, endsEarly }) => (endsEarly ? [path] : [])),
);

/** The files of a release under their real URLs, so that agents can also fetch them over HTTP. */
export async function listResources({ baseUrl, file }: Pick<ReviewSource, 'baseUrl' | 'file'>) {
  const listed = LISTINGS.map(async ({ path, audience, priority, endsEarly, ...words }) => {
    const published = await file(path);
    if (!published) return [];
    const { mediaType: mimeType, body, lastModified } = published;
    const changed = lastModified !== undefined && {
      lastModified: new Date(lastModified).toISOString(),
    };
    const annotations = { audience, priority, ...changed };
    return [{ uri: `${baseUrl}${path}`, ...words, mimeType, size: lengthOf(body), annotations }];
  });
  return (await Promise.all(listed)).flat();
}

/** The type of the pages of reviews; over HTTP they also have a charset. */
export const PAGE_TYPE = 'text/html';
/** The type of the answer to a date. */
export const SINCE_TYPE = 'application/json';

export function sinceTemplateOf(baseUrl: string): string {
  return `${baseUrl}/api/reviews/since/{date}`;
}

export function pageTemplateOf(baseUrl: string): string {
  return `${baseUrl}/reviews/{id}/`;
}

/**
 * Groups of resources, in fixed order, in the terms of MCP's ResourceTemplate (RFC 6570, level 1).
 */
export function listResourceTemplates(baseUrl: string) {
  return [
    {
      uriTemplate: sinceTemplateOf(baseUrl),
      name: 'reviews-since',
      title: 'Reviews since a date',
      description:
        'All reviews dated on or after a date (YYYY-MM-DD), newest first, and the reviews that were taken down since (JSON). For mirrors; search_reviews takes filters.',
      mimeType: SINCE_TYPE,
    },
    {
      uriTemplate: pageTemplateOf(baseUrl),
      name: 'review-page',
      title: 'The page of a review',
      description:
        'One review as it is published for people (HTML), by its id. get_review answers the same as data.',
      mimeType: PAGE_TYPE,
    },
  ];
}

/** The resource that a URI means by its form, whether or not a release has it. */
type ResourceAddress =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'since'; readonly date: string }
  | { readonly kind: 'page'; readonly id: string };

const SINCE = '/api/reviews/since/';
const PAGE = /^\/reviews\/([^/]{1,64})\/?$/;

/**
 * Reads a URI, which must be spelled as listed: clients compare URIs character by character, and
 * two spellings would be two resources. Only the slash at the end of a page may be missing, which
 * models often drop, and which HTTP also redirects to the page. Such a URI has a bounded length.
 */
export function readResourceUri(uri: string, baseUrl: string): ResourceAddress | undefined {
  if (!uri.startsWith(`${baseUrl}/`)) return undefined;
  const path = uri.slice(baseUrl.length);
  if (LISTINGS.some((one) => one.path === path)) return { kind: 'file', path };
  if (path.startsWith(SINCE)) {
    const date = path.slice(SINCE.length);
    return isCalendarDate(date) ? { kind: 'since', date } : undefined;
  }
  const id = PAGE.exec(path)?.[1];
  return ReviewId.safeParse(id).success && id !== undefined ? { kind: 'page', id } : undefined;
}
