import { quote } from '#dataset/text/shorten.ts';
import { positionOf } from '#search/corpus/columns.ts';
import { reviewBytes } from '#search/corpus/corpus.ts';
import { joinPieces, lengthOf, type Pieces, strongEtag } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { sinceSlice } from '#search/since.ts';
import { fitAnswer, isFitting } from './answers/answer-size.ts';
import { ENDING_EARLY, RECORDS_TYPE, readResourceUri } from './resources.ts';
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
  | { readonly ok: false; readonly message: string };

/**
 * Reads a resource: exactly the published bytes, as text, if they fit into an answer, and a notice
 * after them. A longer one ends early or, if that makes no sense, is referred to by its URL.
 */
export async function readResource(asked: string, source: ReviewSource): Promise<ResourceReading> {
  const resource = await resolveResource(asked, source);
  if (!resource) {
    const message = `There is no resource ${quote(asked, 200)}; resources/list and resources/templates/list list the resources, and other addresses of this service are for download.`;
    return { ok: false, message };
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
    case 'since': {
      const { etag, body } = sinceSlice(source.corpus, source.removed, address.date);
      return { uri, mimeType: RECORDS_TYPE, etag, body: body(), endsEarly: true };
    }
    case 'review': {
      const position = positionOf(source.corpus, address.id);
      if (position === undefined) return undefined;
      const body = [reviewBytes(source.corpus, position)];
      return { uri, mimeType: RECORDS_TYPE, etag: strongEtag(...body), body, endsEarly: true };
    }
    default:
      return undefined;
  }
}
