/** Media types. JSON is UTF-8 (RFC 8259 §8.1) and Atom declares it: neither has a charset. */
export const JSON_TYPE = 'application/json';
/** JSON Schema 2020-12, Core §14. */
export const JSON_SCHEMA_TYPE = 'application/schema+json';
export const JSON_LD_TYPE = 'application/ld+json';
/** A set of links in JSON (RFC 9264 §6.2), by the profile of a catalog of interfaces (RFC 9727 §5). */
export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
/** One JSON text per line (https://github.com/ndjson/ndjson-spec). */
export const NDJSON_TYPE = 'application/x-ndjson';
/** RFC 4180 §3; the first line is a header. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
/** https://www.iana.org/assignments/media-types/application/vnd.apache.parquet */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';
/** https://www.iana.org/assignments/media-types/application/vnd.sqlite3 */
export const SQLITE_TYPE = 'application/vnd.sqlite3';
export const ATOM_TYPE = 'application/atom+xml';
export const AI_CATALOG_TYPE = 'application/ai-catalog+json';
/** Server-sent events (HTML Living Standard §9.2). */
export const EVENT_STREAM_TYPE = 'text/event-stream';
/** RFC 7763. */
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
/** Web App Manifest, IANA considerations. */
export const WEB_MANIFEST_TYPE = 'application/manifest+json';
export const PNG_TYPE = 'image/png';
export const TEXT_TYPE = 'text/plain; charset=utf-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

const BY_EXTENSION = new Map(
  Object.entries({
    html: HTML_TYPE,
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    json: JSON_TYPE,
    jsonld: JSON_LD_TYPE,
    xml: 'application/xml',
    txt: TEXT_TYPE,
    md: MARKDOWN_TYPE,
    webmanifest: WEB_MANIFEST_TYPE,
    svg: 'image/svg+xml',
    png: PNG_TYPE,
    ico: 'image/x-icon',
    webp: 'image/webp',
    woff2: 'font/woff2',
  }),
);

/** The media type of a published file by its extension, unless the catalog has another. */
export function mediaTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return BY_EXTENSION.get(extension) ?? 'application/octet-stream';
}

/** True if a media type is worth compressing, which excludes compressed formats. */
export function isCompressible(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson)|image\/svg)/.test(mediaType);
}
