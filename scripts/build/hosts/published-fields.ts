import { artifactAt } from '#artifacts/catalog.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { formatAt } from '#formats/formats.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { viewAt } from '#views/views.ts';
import { prepareFormat } from '../../../sidecar/formats/format-file.ts';
import type { RawHeaders } from '../../../sidecar/http/headers.ts';
import {
  headersOf,
  type PublishedFile,
  prepareFile,
  preparePage,
  preparePublishedFile,
} from '../../../sidecar/http/published-file.ts';
import { prepareDataFile } from '../../../sidecar/release/prepare-data.ts';
import { linkOf } from '../../../sidecar/routes/views.ts';

/** The names and values of header fields. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Those of one representation, which hosts make themselves, and tags: the files of a host are
 * purged together.
 */
const OWN = /^(?:Content-Length|ETag|Last-Modified|Accept-Ranges|Cache-Tag|Surrogate-Key)$/;

/** Returns the fields that the service sends with every representation of a published file. */
export function publishedFields(entry: ManifestEntry, release: ReviewSource): Fields {
  const file = prepare(entry, release);
  return fieldsOf(headersOf(file, file.identity));
}

/** Returns headers as fields, without those that hosts make themselves. */
export function fieldsOf(headers: RawHeaders): Fields {
  return new Map(
    headers.flatMap((name, index) =>
      index % 2 === 0 && !OWN.test(name) ? [[name, headers[index + 1] ?? ''] as const] : [],
    ),
  );
}

/** Prepares a file as the service does, without its bytes. */
function prepare(entry: ManifestEntry, release: ReviewSource): PublishedFile<unknown> {
  const { path, mediaType } = entry;
  const { baseUrl, corpus } = release;
  const bare = { entry, bodies: { identity: [] } };
  if (artifactAt(path)) return prepareDataFile(bare, corpus, release);
  const format = formatAt(path);
  if (format) return prepareFormat(format, { bytes: 0, sha256: '' }, '', release).served;
  const identity = { etag: '', body: [] };
  if (mediaType === HTML_TYPE) return preparePage(path, { identity }, []);
  const view = viewAt(path, release);
  if (!view || view === 'gone') return preparePublishedFile(bare, release);
  return prepareFile({
    mediaType,
    lastModified: undefined,
    headers: linkOf(view, path, baseUrl),
    identity: { ...identity, length: 0 },
  });
}
