import { joinPieces, lengthOf } from '#search/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { sinceBody, sinceSlice } from '#search/since.ts';
import { escapeJson } from './ready-json.ts';
import type { ResolvedResource } from './resource-revision.ts';
import { SINCE_TYPE, sinceTemplateOf } from './resource-templates.ts';

/** The answer to a date as a resource: the same bytes and tag as over HTTP. */
export function resolveSince(date: string, source: ReviewSource): ResolvedResource {
  const { baseUrl, corpus, removed } = source;
  const slice = sinceSlice(corpus, removed, date);
  const pieces = sinceBody(corpus, slice);
  return {
    uri: sinceTemplateOf(baseUrl).replace('{date}', date),
    mimeType: SINCE_TYPE,
    etag: slice.etag,
    size: lengthOf(pieces),
    escaped: () => pieces.map((piece) => escapeJson(joinPieces([piece]).toString('utf8'))),
  };
}
