import { artifactAt } from '#artifacts/catalog.ts';
import type { ManifestEntry } from '#artifacts/manifest.ts';
import { HUB_PATH } from '#artifacts/paths.ts';
import { CODINGS, type Coding } from '#artifacts/seal.ts';
import { topicLink } from '#artifacts/topic-link.ts';
import { formatHttpDate } from './http-date.ts';
import {
  CORS_HEADERS,
  DATA_SECURITY,
  IMMUTABLE_CACHE,
  PAGE_SECURITY,
  PUBLISHED_CACHE,
  type RawHeaders,
} from './shared-headers.ts';

/** One representation of a file, with the headers of its answers made ready. */
export type PublishedVariant = {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: RawHeaders;
};

/** A file of a release, ready to be sent. */
export type PublishedFile = {
  readonly path: string;
  readonly mediaType: string;
  readonly lastModified: number;
  /** The tags of all representations. */
  readonly etags: readonly string[];
  readonly identity: PublishedVariant;
  readonly coded: ReadonlyMap<Coding, PublishedVariant>;
  /** What a 304 repeats (RFC 9110 §15.4.5) beside the tag that matched. */
  readonly sharedHeaders: RawHeaders;
};

/** The bodies of one file, as read from disk or rendered. */
export type Bodies = { readonly identity: Buffer } & Partial<Readonly<Record<Coding, Buffer>>>;

/** Prepares a file: whatever does not depend on the request is decided here, once a release. */
export function preparePublishedFile(
  entry: ManifestEntry,
  bodies: Bodies,
  baseUrl: string,
): PublishedFile {
  const lastModified = Date.parse(entry.lastModified);
  const isNegotiated = CODINGS.some((coding) => bodies[coding]);
  const sharedHeaders = [
    'Last-Modified',
    formatHttpDate(lastModified),
    ...(entry.path.startsWith('/_astro/') ? IMMUTABLE_CACHE : PUBLISHED_CACHE),
    ...(isNegotiated ? ['Vary', 'Accept-Encoding'] : []),
    ...CORS_HEADERS,
    ...topicLinks(entry.path, baseUrl),
  ];
  const security = entry.mediaType.startsWith('text/html') ? PAGE_SECURITY : DATA_SECURITY;
  const prepare = (etag: string, body: Buffer, encoding: RawHeaders): PublishedVariant => ({
    etag,
    body,
    headers: [
      'Content-Type',
      entry.mediaType,
      'Content-Length',
      String(body.length),
      'ETag',
      etag,
      'Accept-Ranges',
      'bytes',
      ...encoding,
      ...sharedHeaders,
      ...security,
    ],
  });

  const identity = prepare(entry.variants.identity.etag, bodies.identity, []);
  const coded = new Map<Coding, PublishedVariant>();
  for (const coding of CODINGS) {
    const body = bodies[coding];
    const etag = entry.variants[coding]?.etag;
    if (body && etag) coded.set(coding, prepare(etag, body, ['Content-Encoding', coding]));
  }
  const etags = [identity, ...coded.values()].map(({ etag }) => etag);
  const { path, mediaType } = entry;
  return { path, mediaType, lastModified, etags, identity, coded, sharedHeaders };
}

/** The discovery links of WebSub §4, on topics only. */
function topicLinks(path: string, baseUrl: string): RawHeaders {
  if (!artifactAt(path)?.topic) return [];
  return ['Link', topicLink(baseUrl + HUB_PATH, baseUrl + path)];
}
