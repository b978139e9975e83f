import { artifactAt, HUB_PATH, topicLink } from '#artifacts/catalog.ts';
import { type Codings, MIN_CODED_BYTES, type Variants } from '#artifacts/encode-variants.ts';
import { CODINGS, type Coding } from '#artifacts/encoder.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
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

/** One representation of a file. Its body is in memory, or somewhere else. */
export type PublishedVariant<Body = Pieces> = {
  /** Undefined of the identity. */
  readonly coding: Coding | undefined;
  readonly etag: string;
  readonly body: Body;
  readonly length: number;
};

/** A file of a release or a rendered page, ready to be sent. */
export type PublishedFile<Body = Pieces> = {
  readonly path: string;
  readonly mediaType: string;
  /** Milliseconds since 1970; undefined of a page, which has no date of its own. */
  readonly lastModified: number | undefined;
  /** The tags of all representations. */
  readonly etags: readonly string[];
  readonly identity: PublishedVariant<Body>;
  /** The smallest first. */
  readonly coded: ReadonlyMap<Coding, PublishedVariant<Body>>;
  /** What a 304 repeats (RFC 9110 §15.4.5) beside the tag that matched. */
  readonly sharedHeaders: RawHeaders;
};

/** What a file says of itself beside its bytes. */
type About = {
  /** Cache tags. */
  readonly tags?: RawHeaders;
  /** Values of its Link field, behind those of a topic. */
  readonly links?: readonly string[];
};

/** Prepares a file, once a release: all that does not depend on the request. */
export function preparePublishedFile(
  { entry: { path, mediaType, lastModified, variants }, bodies }: EncodedFile,
  baseUrl: string,
  { tags = [], links = [] }: About = {},
): PublishedFile {
  // Those of large data files are made later (withCodings).
  const hasCodings = artifactAt(path) !== undefined && lengthOf(bodies.identity) >= MIN_CODED_BYTES;
  const facts = { path, mediaType, lastModified: Date.parse(lastModified), tags, hasCodings };
  return prepare({ ...facts, links: [...topicLinks(path, baseUrl), ...links] }, [
    { etag: variants.identity.etag, body: bodies.identity },
    ...CODINGS.flatMap((coding) => {
      const [etag, body] = [variants[coding]?.etag, bodies[coding]];
      return etag !== undefined && body ? [{ coding, etag, body }] : [];
    }),
  ]);
}

/** Prepares a rendered page. It has no Last-Modified: its ETag says when it changed. */
export function preparePage(path: string, variants: Variants, tags: RawHeaders): PublishedFile {
  return prepare({ path, mediaType: HTML_TYPE, lastModified: undefined, tags, links: [] }, [
    variants.identity,
    ...CODINGS.flatMap((coding) => {
      const variant = variants[coding];
      return variant ? [{ coding, ...variant }] : [];
    }),
  ]);
}

/** The same file with compressed variants, which it was published without. */
export function withCodings(file: PublishedFile, codings: Codings): PublishedFile {
  const others = CODINGS.flatMap((coding) => {
    const variant = codings[coding];
    return variant ? [toPublishedVariant({ coding, ...variant })] : [];
  });
  return { ...file, ...choiceOf(file.identity, others) };
}

type Facts = Pick<PublishedFile, 'path' | 'mediaType' | 'lastModified'> & {
  readonly tags: RawHeaders;
  readonly links: readonly string[];
  /** Whether compressed variants may be added to it later. */
  readonly hasCodings?: boolean;
};
type Representation = { readonly coding?: Coding; readonly etag: string; readonly body: Pieces };

/** `representations`: identity first. */
function prepare(
  facts: Facts,
  representations: readonly [Representation, ...Representation[]],
): PublishedFile {
  const [identity, ...others] = representations;
  return prepareVariants(facts, toPublishedVariant(identity), others.map(toPublishedVariant));
}

function toPublishedVariant({ coding, etag, body }: Representation): PublishedVariant {
  return { coding, etag, body, length: lengthOf(body) };
}

/** The representations that a client can choose from. */
function choiceOf<Body>(
  identity: PublishedVariant<Body>,
  others: readonly PublishedVariant<Body>[],
): Pick<PublishedFile<Body>, 'etags' | 'coded'> {
  const coded = others
    .toSorted((a, b) => a.length - b.length)
    .flatMap((one): [Coding, PublishedVariant<Body>][] => (one.coding ? [[one.coding, one]] : []));
  return { etags: [identity, ...others].map(({ etag }) => etag), coded: new Map(coded) };
}

/** The same of representations whose bodies may be anywhere. */
export function prepareVariants<Body>(
  { path, mediaType, lastModified, tags, links, hasCodings = false }: Facts,
  identity: PublishedVariant<Body>,
  others: readonly PublishedVariant<Body>[],
): PublishedFile<Body> {
  // Of a review there is Markdown for those who would rather have that (asked-page.ts).
  const varying = [
    ...(reviewOfPage(path) === undefined ? [] : ['Accept']),
    ...(hasCodings || others.length > 0 ? ['Accept-Encoding'] : []),
  ];
  const sharedHeaders = [
    ...(lastModified === undefined ? [] : ['Last-Modified', formatHttpDate(lastModified)]),
    ...(path.startsWith('/_astro/') ? IMMUTABLE_CACHE : PUBLISHED_CACHE),
    ...(varying.length > 0 ? ['Vary', varying.join(', ')] : []),
    ...CORS_HEADERS,
    // One field: some readers of topics take only the first.
    ...(links.length > 0 ? ['Link', links.join(', ')] : []),
    ...tags,
  ];
  return {
    path,
    mediaType,
    lastModified,
    identity,
    ...choiceOf(identity, others),
    sharedHeaders,
  };
}

/**
 * The headers of a 200 with a variant of a file. Made for each answer in a microsecond: those of
 * thousands of pages would take more memory than their compressed bytes.
 */
export function headersOf(
  { mediaType, sharedHeaders }: PublishedFile<unknown>,
  { coding, etag, length }: PublishedVariant<unknown>,
): RawHeaders {
  return [
    'Content-Type',
    mediaType,
    'Content-Length',
    String(length),
    'ETag',
    etag,
    'Accept-Ranges',
    'bytes',
    ...(coding ? ['Content-Encoding', coding] : []),
    ...sharedHeaders,
    ...(mediaType === HTML_TYPE ? PAGE_SECURITY : DATA_SECURITY),
  ];
}

/** The discovery links of WebSub §4, on topics only. */
function topicLinks(path: string, baseUrl: string): string[] {
  return artifactAt(path)?.isTopic ? [topicLink(baseUrl + HUB_PATH, baseUrl + path)] : [];
}
