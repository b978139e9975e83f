import type { Representation } from '#artifacts/encode-variants.ts';
import { CODINGS, type Coding } from '#artifacts/encoder.ts';
import { quote } from '#dataset/text/shorten.ts';
import { slicePieces } from '#search/corpus/pieces.ts';
import { evaluateConditions } from './conditional.ts';
import { formatHttpDate } from './headers.ts';
import { HttpError, preconditionFailed } from './http-error.ts';
import { headersOf, type PublishedFile, type PublishedVariant } from './published-file.ts';
import type { Reply } from './reply.ts';
import type { ReadRequest } from './request.ts';

/**
 * Answers with a published file: preconditions first, then a range, then the representation that
 * the client prefers (RFC 9110 §13.2.2). Throws an HttpError for 412 and 416.
 */
export function replyWithFile(file: PublishedFile, request: ReadRequest): Reply {
  const { sent, ...head } = chooseReply(file, request);
  if (!sent) return { ...head, body: [] };
  const { body, range } = sent;
  return { ...head, body: range ? slicePieces(body, range.first, range.last + 1) : body };
}

/** A reply, and which bytes of which body are sent; none where nothing has changed. */
type ChosenReply<Body> = Omit<Reply, 'body'> & {
  readonly sent?: {
    readonly body: Body;
    readonly coding?: Coding | undefined;
    readonly range?: ByteRange;
  };
};

/** Makes the same choice for a file whose bodies may not be in memory, by an order of its codings. */
export function chooseReply<Body>(
  file: PublishedFile<Body>,
  request: ReadRequest,
  rankCodings: Rank = acceptedRepresentations,
): ChosenReply<Body> {
  const { method, headers } = request;
  const { lastModified } = file;
  const preferred = preferredVariant(file, rankCodings(headers['accept-encoding']));
  const verdict = evaluateConditions(headers, {
    etag: preferred.etag,
    etags: file.etags,
    lastModified,
  });
  if (verdict.status === 412) throw preconditionFailed();
  if (verdict.status === 304) {
    const repeated = ['ETag', verdict.etag, ...file.sharedHeaders];
    return { status: 304, headers: repeated, lastModified };
  }
  const range = method === 'GET' ? requestedRange(file, request) : undefined;
  if (range) return chooseRange(file, range);
  const { body, coding } = preferred;
  const sent = { body, coding };
  return { status: 200, headers: headersOf(file, preferred), lastModified, sent };
}

function preferredVariant<Body>(
  file: PublishedFile<Body>,
  ranked: readonly Representation[],
): PublishedVariant<Body> {
  if (file.coded.size === 0) return file.identity;
  for (const representation of ranked) {
    if (representation === 'identity') break;
    const variant = file.coded.get(representation);
    if (variant) return variant;
  }
  return file.identity;
}

/** Ranges are of identity bytes, whatever codings the client would take. */
function requestedRange(
  { identity, lastModified }: PublishedFile<unknown>,
  { headers }: ReadRequest,
): ByteRange | undefined {
  if (headers.range === undefined) return undefined;
  const date = lastModified === undefined ? undefined : formatHttpDate(lastModified);
  if (!allowsRange(headers['if-range'], identity.etag, date)) {
    return undefined;
  }
  const { length } = identity;
  const range = parseRange(headers.range, length);
  if (range !== 'unsatisfiable') return range;
  const fault = `lies outside the ${length} bytes of the body; ask for one inside`;
  const message = `Range ${fault} (got ${quote(headers.range)})`;
  throw new HttpError(
    416,
    `The range ${fault}.`,
    [{ path: ['Range'], code: 'range_not_satisfiable', message }],
    { 'Content-Range': `bytes */${length}` },
  );
}

function chooseRange<Body>(file: PublishedFile<Body>, range: ByteRange): ChosenReply<Body> {
  const { identity, lastModified } = file;
  const { first, last } = range;
  const headers = headersOf(file, { ...identity, length: last + 1 - first });
  const contentRange = `bytes ${first}-${last}/${identity.length}`;
  return {
    status: 206,
    headers: [...headers, 'Content-Range', contentRange],
    lastModified,
    sent: { body: identity.body, range },
  };
}

const MEMBER = /^\s*([\w*-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/i;

/** Clients send few different values; those that send many must not fill the memory. */
const MAX_REMEMBERED = 256;

/** The representations that an Accept-Encoding field allows, best first. */
export type Rank = (field?: string) => readonly Representation[];

/**
 * Makes what reads the representations that an Accept-Encoding field allows, best first: by quality
 * value (RFC 9110 §12.5.3), then by an order of our own. Identity is last, even where the client
 * refuses it (§12.4.1).
 */
export function rankBy(order: readonly Coding[]): Rank {
  const remembered = new Map<string, readonly Representation[]>();
  return (field = '') => {
    const known = remembered.get(field);
    if (known) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const accepted = rank(field, order);
    remembered.set(field, accepted);
    return accepted;
  };
}

/** For files, whose codings are there already: the smallest first. */
export const acceptedRepresentations = rankBy(CODINGS);

function rank(field: string, order: readonly Coding[]): readonly Representation[] {
  const qualities = readQualities(field);
  const qualityOf = (name: Representation) => qualities.get(name) ?? qualities.get('*') ?? 0;
  const codings = order.filter((coding) => qualityOf(coding) > 0);
  const wanted: Representation[] = qualities.has('identity') ? [...codings, 'identity'] : codings;
  const ranked = wanted
    .filter((name) => qualityOf(name) > 0)
    .sort((a, b) => qualityOf(b) - qualityOf(a));
  return ranked.includes('identity') ? ranked : [...ranked, 'identity'];
}

function readQualities(field: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const member of field.split(',')) {
    const [, name = '', quality = '1'] = MEMBER.exec(member) ?? [];
    if (name === '') continue;
    // RFC 9110 §8.4.1.3: x-gzip is another name of gzip.
    const coding = name.toLowerCase().replace(/^x-gzip$/, 'gzip');
    qualities.set(coding, Math.min(1, Number(quality) || 0));
  }
  return qualities;
}

/** Bytes of a body, both ends included, as Content-Range counts them. */
export type ByteRange = { readonly first: number; readonly last: number };

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads a Range field (RFC 9110 §14.2) for a body of a length. Undefined means the whole: there is no
 * range, it is malformed or in another unit, or there are several.
 */
export function parseRange(
  field: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = field === undefined ? null : SINGLE_RANGE.exec(field.trim());
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const suffix = Number(to);
    if (suffix === 0 || length === 0) return 'unsatisfiable';
    return { first: Math.max(0, length - suffix), last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Number(to);
  // §14.1.1: a last position before the first makes the whole field invalid.
  if (to !== '' && last < first) return undefined;
  if (first >= length) return 'unsatisfiable';
  return { first, last: Math.min(last, length - 1) };
}

/** §13.1.5: a range is sent only if the client's copy is this one, by strong tag or exact date. */
export function allowsRange(
  ifRange: string | undefined,
  etag: string,
  lastModified: string | undefined,
): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === lastModified;
}
