import { lengthOf } from '#search/pieces.ts';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';

type Audience = 'user' | 'assistant';

/** A published file that agents may read, in the terms of MCP's Resource. */
export type Resource = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly annotations: {
    readonly audience: readonly Audience[];
    /** From 0, of little use to most, to 1. */
    readonly priority: number;
    /** An instant of ISO 8601, where it is known. */
    readonly lastModified?: string;
  };
};

type Listing = Pick<Resource, 'name' | 'title' | 'description'> &
  Pick<Resource['annotations'], 'audience' | 'priority'> & { readonly path: string };

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
      'What is praised and criticised, with scores, trends and quotes; people, services and places with how often and how well they are reviewed; topics, questions with answers, and a summary, each with the reviews it rests on (JSON).',
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
export async function listResources({
  baseUrl,
  file,
}: Pick<ReviewSource, 'baseUrl' | 'file'>): Promise<Resource[]> {
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
): Resource {
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
