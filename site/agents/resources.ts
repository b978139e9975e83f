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

/** The type of records, one or many. */
export const RECORDS_TYPE = 'application/json';

export function sinceTemplateOf(baseUrl: string): string {
  return `${baseUrl}/api/reviews/since/{date}`;
}

export function reviewTemplateOf(baseUrl: string): string {
  return `${baseUrl}/reviews/{id}.json`;
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
      mimeType: RECORDS_TYPE,
    },
    {
      uriTemplate: reviewTemplateOf(baseUrl),
      name: 'review',
      title: 'A review',
      description:
        'One review as it is published (JSON), by its id. get_review answers the same in fewer words.',
      mimeType: RECORDS_TYPE,
    },
  ];
}

/** The resource that a URI means by its form, whether or not a release has it. */
type ResourceAddress =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'since'; readonly date: string }
  | { readonly kind: 'review'; readonly id: string };

const SINCE = '/api/reviews/since/';
const RECORD = /^\/reviews\/([^/]{1,64})\.json$/;

/**
 * Reads a URI, which must be spelled as listed: clients compare URIs character by character, and
 * two spellings would be two resources. Such a URI has a bounded length.
 */
export function readResourceUri(uri: string, baseUrl: string): ResourceAddress | undefined {
  if (!uri.startsWith(`${baseUrl}/`)) return undefined;
  const path = uri.slice(baseUrl.length);
  if (LISTINGS.some((one) => one.path === path)) return { kind: 'file', path };
  if (path.startsWith(SINCE)) {
    const date = path.slice(SINCE.length);
    return isCalendarDate(date) ? { kind: 'since', date } : undefined;
  }
  const id = RECORD.exec(path)?.[1];
  return ReviewId.safeParse(id).success && id !== undefined ? { kind: 'review', id } : undefined;
}
