import { artifactAt, HUB_PATH, topicLink } from '#artifacts/catalog.ts';
import type { Variants } from '#artifacts/encode-variants.ts';
import { CODINGS, type Coding } from '#artifacts/encoder.ts';
import { HTML_TYPE, isCompressible } from '#artifacts/media-types.ts';
import type { Origins } from '#dataset/dataset.ts';
import { reviewOfPage } from '#release/page-addresses.ts';
import type { EncodedFile } from '#release/release.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import {
  CORS_HEADERS,
  DATA_SECURITY,
  formatHttpDate,
  IMMUTABLE_CACHE,
  PAGE_SECURITY,
  PUBLISHED_CACHE,
  type RawHeaders,
} from './headers.ts';

/** One representation of a file. Its body is in memory, or elsewhere. */
export type PublishedVariant<Body = Pieces> = {
  readonly etag: string;
  readonly body: Body;
  /** In bytes; Infinity for one that is made while it is sent. */
  readonly length: number;
};

/** A file of a release, a rendered page or an answer, ready to be sent. */
export type PublishedFile<Body = Pieces> = {
  readonly mediaType: string;
  /** Milliseconds since 1970; undefined if it has no date of its own, such as a page. */
  readonly lastModified: number | undefined;
  readonly identity: PublishedVariant<Body>;
  /** The preferred coding first among those that a client likes equally. */
  readonly coded: ReadonlyMap<Coding, PublishedVariant<Body>>;
  /** True if parts of it can be requested. */
  readonly acceptsRanges: boolean;
  /** Headers that a 304 repeats (RFC 9110 §15.4.5) beside the tag that matched. */
  readonly sharedHeaders: RawHeaders;
};

/** The type of a file, and its headers apart from its bytes. */
type About<Body> = Pick<PublishedFile<Body>, 'mediaType' | 'lastModified'> & {
  readonly acceptsRanges?: boolean;
  readonly cache?: RawHeaders;
  /** The request headers on which it depends, beside Accept-Encoding. */
  readonly varyOn?: readonly string[];
  /** Cache tags, links. */
  readonly headers?: RawHeaders;
  readonly identity: PublishedVariant<Body>;
  readonly coded?: Iterable<[Coding, PublishedVariant<Body>]>;
};

/** Prepares everything that does not depend on the request. */
export function prepareFile<Body>({
  mediaType,
  lastModified,
  acceptsRanges = true,
  cache = PUBLISHED_CACHE,
  varyOn = [],
  headers = [],
  identity,
  coded = [],
}: About<Body>): PublishedFile<Body> {
  const varying = [...varyOn, ...(isCompressible(mediaType) ? ['Accept-Encoding'] : [])];
  const sharedHeaders = [
    ...(lastModified === undefined ? [] : ['Last-Modified', formatLastModified(lastModified)]),
    ...cache,
    ...(varying.length > 0 ? ['Vary', varying.join(', ')] : []),
    ...CORS_HEADERS,
    ...headers,
  ];
  return { mediaType, lastModified, identity, coded: new Map(coded), acceptsRanges, sharedHeaders };
}

/** Never ahead of Date (RFC 9110 §8.8.2.1), even for a file made while the clock was wrong. */
function formatLastModified(time: number): string {
  return formatHttpDate(Math.min(time, Date.now()));
}

/**
 * Prepares a file of a release or a bundle. `links`: values of its Link field, after those of a
 * topic.
 */
export function preparePublishedFile(
  { entry: { path, mediaType, lastModified, variants }, bodies }: EncodedFile,
  origins: Origins,
  {
    tags = [],
    links = [],
  }: { readonly tags?: RawHeaders; readonly links?: readonly string[] } = {},
): PublishedFile {
  const all = [...topicLinks(path, origins), ...links];
  return prepareFile({
    mediaType,
    lastModified: Date.parse(lastModified),
    cache: path.startsWith('/_astro/') ? IMMUTABLE_CACHE : PUBLISHED_CACHE,
    // One field: some readers of topics take only the first.
    headers: [...(all.length > 0 ? ['Link', all.join(', ')] : []), ...tags],
    identity: variantOf({ etag: variants.identity.etag, body: bodies.identity }),
    coded: smallestFirst((coding) => {
      const [etag, body] = [variants[coding]?.etag, bodies[coding]];
      return etag !== undefined && body ? { etag, body } : undefined;
    }),
  });
}

/** Prepares a rendered page. It has no Last-Modified: its ETag says when it changed. */
export function preparePage(path: string, variants: Variants, tags: RawHeaders): PublishedFile {
  return prepareFile({
    mediaType: HTML_TYPE,
    lastModified: undefined,
    // A review is also available as Markdown (asked-page.ts).
    varyOn: reviewOfPage(path) === undefined ? [] : ['Accept'],
    headers: tags,
    identity: variantOf(variants.identity),
    coded: smallestFirst((coding) => variants[coding]),
  });
}

/** Returns a file with compressed variants, which it was published without. */
export function withCodings(file: PublishedFile, codings: Omit<Variants, 'identity'>) {
  return { ...file, coded: new Map(smallestFirst((coding) => codings[coding])) };
}

type Representation = { readonly etag: string; readonly body: Pieces };

function variantOf({ etag, body }: Representation): PublishedVariant {
  return { etag, body, length: lengthOf(body) };
}

function smallestFirst(
  find: (coding: Coding) => Representation | undefined,
): [Coding, PublishedVariant][] {
  return CODINGS.flatMap((coding): [Coding, PublishedVariant][] => {
    const found = find(coding);
    return found ? [[coding, variantOf(found)]] : [];
  }).sort(([, a], [, b]) => a.length - b.length);
}

/**
 * Returns the headers of a 200 with a variant of a file. Made for each answer in a microsecond:
 * those of thousands of pages would take more memory than their compressed bytes.
 */
export function headersOf(
  { mediaType, acceptsRanges, sharedHeaders }: PublishedFile<unknown>,
  { etag, length }: PublishedVariant<unknown>,
  coding?: Coding,
): RawHeaders {
  return [
    'Content-Type',
    mediaType,
    ...(Number.isFinite(length) ? ['Content-Length', String(length)] : []),
    'ETag',
    etag,
    ...(acceptsRanges ? ['Accept-Ranges', 'bytes'] : []),
    ...(coding ? ['Content-Encoding', coding] : []),
    ...sharedHeaders,
    ...(mediaType === HTML_TYPE ? PAGE_SECURITY : DATA_SECURITY),
  ];
}

/** Returns the discovery links of WebSub §4, for topics only. */
function topicLinks(path: string, { baseUrl, sidecarUrl }: Origins): string[] {
  if (sidecarUrl === undefined || !artifactAt(path)?.isTopic) return [];
  return [topicLink(sidecarUrl + HUB_PATH, baseUrl + path)];
}
