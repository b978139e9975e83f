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
import { ReleaseFolderError } from '../out-folder.ts';

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
  if (/["$()*+?[\\\]^`{|}\s]/.test(entry.path)) throw unsafe(`The path ${entry.path}`);
  return fieldsOf(headersOf(file, file.identity));
}

/** Servers replace these in their configurations, as in `$host`, `{env.HOME}` and `:splat`. */
const REPLACED = /[$\\`{}]|[^ -~]|:(?=[a-z])/i;

function unsafe(what: string): ReleaseFolderError {
  return new ReleaseFolderError(
    `${what} has characters that servers of files replace; check BASE_URL and SIDECAR_URL.`,
  );
}

/**
 * Returns headers as fields, without those that hosts make themselves. Throws if one has characters
 * that hosts replace.
 */
export function fieldsOf(headers: RawHeaders): Fields {
  const fields = headers.flatMap((name, index) =>
    index % 2 === 0 && !OWN.test(name) ? [[name, headers[index + 1] ?? ''] as const] : [],
  );
  const wrong = fields.find(([, value]) => REPLACED.test(value));
  if (wrong) throw unsafe(`The header ${wrong.join(': ')}`);
  return new Map(fields);
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
