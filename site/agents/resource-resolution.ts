import { memoize } from '#dataset/memoize.ts';
import { lengthOf } from '#search/pieces.ts';
import type { ReviewSource, SourceFile } from '#search/review-source.ts';
import { escapeJson } from './ready-json.ts';
import type { ResolvedResource } from './resource-revision.ts';
import { PAGE_TYPE, pageTemplateOf } from './resource-templates.ts';
import { readResourceUri } from './resource-uri.ts';
import { resolveSince } from './since-resource.ts';

/** What a URI means in a release; undefined of what is no resource of it. */
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
    escaped: () => body.map(escapedPiece),
  };
}

/**
 * A piece of a file, which are cut between characters, as it stands in a JSON string: made once, and
 * shared by all who read it. A decoder of the platform would drop a byte order mark, and the bytes
 * have to stay the same.
 */
const escapedPiece = memoize(({ buffer, byteOffset, byteLength }: Uint8Array) =>
  escapeJson(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')),
);
