import { z } from 'zod';
import { quote } from '#dataset/text/shorten.ts';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';
import { sinceSlice } from '#search/since.ts';
import {
  PAGE_TYPE,
  pageTemplateOf,
  readResourceUri,
  SINCE_TYPE,
  sinceTemplateOf,
} from './resources.ts';

/** More than most models can take at once, and little enough to be made while others wait. */
export const MAX_RESOURCE_BYTES = 2 * 1024 * 1024;

/** A resource of one release. What is sent of it is made only when it is read. */
export type ResolvedResource = {
  /** As it is listed. */
  readonly uri: string;
  readonly mimeType: string;
  /** The entity tag that HTTP sends for the same bytes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  readonly text: () => string;
};

/** A resource as it was read, or what to do instead. */
type ResourceReading =
  | {
      readonly ok: true;
      /** The JSON of one object, in the terms of MCP's TextResourceContents. */
      readonly content: string;
    }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'too-large' | 'busy';
      readonly message: string;
    };

/** Reads a resource: the very bytes that are published, as text. */
export async function readResource(uri: string, source: ReviewSource): Promise<ResourceReading> {
  try {
    return readingOf(uri, await resolveResource(uri, source));
  } catch (error) {
    const message = busyMessage(error);
    if (message === undefined) throw error;
    return { ok: false, reason: 'busy', message };
  }
}

function readingOf(uri: string, resource: ResolvedResource | undefined): ResourceReading {
  if (!resource) {
    const message = `There is no resource ${quote(uri, 200)}; resources/list and resources/templates/list say what there is, and other addresses of this service are for download.`;
    return { ok: false, reason: 'unknown', message };
  }
  if (resource.size > MAX_RESOURCE_BYTES) {
    const message = `${resource.uri} has ${resource.size} bytes, and at most ${MAX_RESOURCE_BYTES} are read here; download the URL itself, or use search_reviews to get only what a question needs.`;
    return { ok: false, reason: 'too-large', message };
  }
  const { mimeType, etag, text } = resource;
  const content = { uri: resource.uri, mimeType, _meta: { etag }, text: text() };
  return { ok: true, content: JSON.stringify(content) };
}

/** What a URI means in a release; undefined if it is not a resource of it. */
export async function resolveResource(
  uri: string,
  source: ReviewSource,
): Promise<ResolvedResource | undefined> {
  const address = readResourceUri(uri, source.baseUrl);
  switch (address?.kind) {
    case 'file':
      return resolveFile(uri, await source.file(address.path));
    case 'since':
      return resolveSince(address.date, source);
    case 'page':
      return resolvePage(address.id, source);
    default:
      return undefined;
  }
}

/** The answer to a date as a resource: the same bytes and tag as over HTTP. */
function resolveSince(date: string, source: ReviewSource): ResolvedResource {
  const { baseUrl, corpus, removed } = source;
  const slice = sinceSlice(corpus, removed, date);
  const pieces = slice.body();
  return {
    uri: sinceTemplateOf(baseUrl).replace('{date}', date),
    mimeType: SINCE_TYPE,
    etag: slice.etag,
    size: lengthOf(pieces),
    text: () => textOf(pieces),
  };
}

/** A review without a page has none: the release shows no page of a review that was taken down. */
async function resolvePage(
  id: string,
  { baseUrl, file }: ReviewSource,
): Promise<ResolvedResource | undefined> {
  const uri = pageTemplateOf(baseUrl).replace('{id}', id);
  const page = resolveFile(uri, await file(`/reviews/${id}/`));
  return page && { ...page, mimeType: PAGE_TYPE };
}

function resolveFile(uri: string, file: SourceFile | undefined): ResolvedResource | undefined {
  if (!file) return undefined;
  const { mediaType, etag, body } = file;
  return {
    uri,
    mimeType: mediaType,
    etag,
    size: lengthOf(body),
    text: () => textOf(body),
  };
}

/** A decoder of the platform would drop a byte order mark, and the bytes have to stay the same. */
function textOf(body: Pieces): string {
  return joinPieces(body).toString('utf8');
}

/** An error that HTTP would answer with 503: too much is in flight. */
const Busy = z.object({ status: z.literal(503), message: z.string() });

/** The message of such an error; undefined of any other. */
export function busyMessage(error: unknown): string | undefined {
  return Busy.safeParse(error).data?.message;
}
