import { z } from 'zod';
import { quote } from '#dataset/text/shorten.ts';
import { joinPieces, lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { sinceSlice } from '#search/since.ts';
import { fitAnswer, isFitting } from './answers/answer-size.ts';
import {
  ENDING_EARLY,
  PAGE_TYPE,
  pageTemplateOf,
  readResourceUri,
  SINCE_TYPE,
  sinceTemplateOf,
} from './resources.ts';
import { STRANGERS_WORDS } from './tool.ts';

/** Small enough to be cut while other requests wait. */
export const MAX_RESOURCE_BYTES = 2 * 1024 * 1024;

/** A resource of one release. */
type ResolvedResource = {
  /** Its URI as listed. */
  readonly uri: string;
  readonly mimeType: string;
  /** The entity tag that HTTP sends for the same bytes. */
  readonly etag: string;
  readonly body: Pieces;
  /** True if it is JSON whose lists may end early. */
  readonly endsEarly: boolean;
};

/** The content of a resource, in the terms of MCP's TextResourceContents, or the problem. */
type ResourceReading =
  | { readonly ok: true; readonly contents: readonly object[] }
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'busy';
      readonly message: string;
    };

/**
 * Reads a resource: exactly the published bytes, as text, if they fit into an answer, and a notice
 * after them. A longer one ends early or, if that makes no sense, is referred to by its URL.
 */
export async function readResource(uri: string, source: ReviewSource): Promise<ResourceReading> {
  try {
    return readingOf(uri, await resolveResource(uri, source));
  } catch (error) {
    const message = busyMessage(error);
    if (message === undefined) throw error;
    return { ok: false, reason: 'busy', message };
  }
}

function readingOf(asked: string, resource: ResolvedResource | undefined): ResourceReading {
  if (!resource) {
    const message = `There is no resource ${quote(asked, 200)}; resources/list and resources/templates/list list the resources, and other addresses of this service are for download.`;
    return { ok: false, reason: 'unknown', message };
  }
  const { uri, mimeType, etag, body, endsEarly } = resource;
  const withNotice = (words: readonly string[], ...contents: readonly object[]) => {
    const text = [...words, STRANGERS_WORDS].join(' ');
    return { ok: true, contents: [...contents, { uri, mimeType: 'text/plain', text }] } as const;
  };
  const size = lengthOf(body);
  // A decoder of the platform would drop a byte order mark, and the bytes have to stay the same.
  const text = size <= MAX_RESOURCE_BYTES ? joinPieces(body).toString('utf8') : undefined;
  if (text !== undefined && isFitting(text)) {
    return withNotice([], { uri, mimeType, _meta: { etag }, text });
  }
  if (text === undefined || !endsEarly) {
    const advice = `${uri} has ${size} bytes, too many to be read here: download the URL itself, or use the tools to get only what a question needs.`;
    return withNotice([advice]);
  }
  const { hints = [], ...members } = fitAnswer(JSON.parse(text), uri);
  return withNotice(hints, { uri, mimeType, text: JSON.stringify(members) });
}

/** Returns the resource that a URI means in a release; undefined if there is none. */
export async function resolveResource(
  uri: string,
  source: ReviewSource,
): Promise<ResolvedResource | undefined> {
  const address = readResourceUri(uri, source.baseUrl);
  switch (address?.kind) {
    case 'file': {
      const file = await source.file(address.path);
      const endsEarly = ENDING_EARLY.has(address.path);
      return file && { ...file, uri, mimeType: file.mediaType, endsEarly };
    }
    case 'since':
      return resolveSince(address.date, source);
    case 'page': {
      // The release has no page of a review that was taken down.
      const page = await source.file(`/reviews/${address.id}/`);
      const listed = pageTemplateOf(source.baseUrl).replace('{id}', address.id);
      return page && { ...page, uri: listed, mimeType: PAGE_TYPE, endsEarly: false };
    }
    default:
      return undefined;
  }
}

/** The answer to a date as a resource: the same bytes and tag as over HTTP. */
function resolveSince(date: string, { baseUrl, corpus, removed }: ReviewSource): ResolvedResource {
  const { etag, body } = sinceSlice(corpus, removed, date);
  const uri = sinceTemplateOf(baseUrl).replace('{date}', date);
  return { uri, mimeType: SINCE_TYPE, etag, body: body(), endsEarly: true };
}

/** An error that HTTP would answer with 503: too much is in flight. */
const Busy = z.object({ status: z.literal(503), message: z.string() });

/** Returns the message of such an error; undefined for any other. */
export function busyMessage(error: unknown): string | undefined {
  return Busy.safeParse(error).data?.message;
}
