import { isCalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';

/** A published file that agents may read, and what MCP's Resource says of it in every release. */
type Listing = {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly audience: readonly ('user' | 'assistant')[];
  /** From 0, of little use to most, to 1. */
  readonly priority: number;
};

const LISTINGS: readonly Listing[] = [
  {
    path: '/reviews.json',
    name: 'reviews',
    title: 'All verified reviews',
    description:
      'Every published review with the business, its rating and how reviews were collected (JSON-LD). Above 2 MiB it is read by its URL only, not here; search_reviews finds what one question needs.',
    audience: ['assistant'],
    priority: 0.6,
  },
  {
    path: '/insights.json',
    name: 'insights',
    title: 'What the reviews say',
    description:
      'What is praised and criticized, with scores, trends and quotes; people, services and places with how often and how well they are reviewed; topics, questions with answers, and a summary, each with the reviews it rests on (JSON).',
    audience: ['user', 'assistant'],
    priority: 0.9,
  },
  {
    path: '/api/feed.json',
    name: 'json-feed',
    title: 'The newest reviews (JSON Feed)',
    description: 'The 50 newest reviews and the removals, as JSON Feed 1.1.',
    audience: ['assistant'],
    priority: 0.5,
  },
  {
    path: '/feed.xml',
    name: 'atom-feed',
    title: 'The newest reviews (Atom)',
    description: 'The 50 newest reviews, as Atom, for feed readers.',
    audience: ['user', 'assistant'],
    priority: 0.2,
  },
  {
    path: '/.well-known/openapi.json',
    name: 'openapi',
    title: 'The description of the HTTP interface',
    description: 'Every file and operation of this service beside MCP, as OpenAPI 3.1.',
    audience: ['assistant'],
    priority: 0.3,
  },
];

/** The paths of the files that are listed, in their fixed order. */
export const RESOURCE_PATHS: readonly string[] = LISTINGS.map(({ path }) => path);

/** The files of a release under their real URLs, so that agents may as well fetch them over HTTP. */
export async function listResources({ baseUrl, file }: Pick<ReviewSource, 'baseUrl' | 'file'>) {
  const listed = LISTINGS.map(async ({ path, ...listing }) => {
    const published = await file(path);
    return published ? [describe(`${baseUrl}${path}`, listing, published)] : [];
  });
  return (await Promise.all(listed)).flat();
}

function describe(
  uri: string,
  { audience, priority, ...words }: Omit<Listing, 'path'>,
  { mediaType, body, lastModified }: SourceFile,
) {
  const changed = lastModified !== undefined && {
    lastModified: new Date(lastModified).toISOString(),
  };
  return {
    uri,
    ...words,
    mimeType: mediaType,
    size: lengthOf(body),
    annotations: { audience, priority, ...changed },
  };
}

/** What the pages of reviews are read as; over HTTP they have a charset as well. */
export const PAGE_TYPE = 'text/html';
/** What is answered to a date. */
export const SINCE_TYPE = 'application/json';

export function sinceTemplateOf(baseUrl: string): string {
  return `${baseUrl}/api/reviews/since/{date}`;
}

export function pageTemplateOf(baseUrl: string): string {
  return `${baseUrl}/reviews/{id}/`;
}

/** Resources that are many, in fixed order and the terms of MCP's ResourceTemplate (RFC 6570, level 1). */
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

/** What a URI asks for by its form, whether or not a release has it. */
type ResourceAddress =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'since'; readonly date: string }
  | { readonly kind: 'page'; readonly id: string };

const SINCE = '/api/reviews/since/';
const PAGE = /^\/reviews\/([^/]{1,64})\/?$/;

/**
 * Reads a URI, which has to be spelt as it is listed: clients compare URIs character by character,
 * and two spellings would be two resources. Only the slash at the end of a page may be missing,
 * which models often drop, and which HTTP redirects to the page too.
 */
export function readResourceUri(uri: string, baseUrl: string): ResourceAddress | undefined {
  if (!uri.startsWith(`${baseUrl}/`)) return undefined;
  const path = uri.slice(baseUrl.length);
  if (RESOURCE_PATHS.includes(path)) return { kind: 'file', path };
  if (path.startsWith(SINCE)) {
    const date = path.slice(SINCE.length);
    return isCalendarDate(date) ? { kind: 'since', date } : undefined;
  }
  const id = PAGE.exec(path)?.[1];
  return ReviewId.safeParse(id).success && id !== undefined ? { kind: 'page', id } : undefined;
}

/** True of what could be a resource of some release. Such a URI has a bounded length. */
export function isResourceUri(uri: string, baseUrl: string): boolean {
  return readResourceUri(uri, baseUrl) !== undefined;
}
