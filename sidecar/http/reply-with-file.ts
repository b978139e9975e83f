import type { Coding } from '#artifacts/encoder.ts';
import { quote } from '#dataset/text/shorten.ts';
import { slicePieces } from '#search/corpus/pieces.ts';
import { evaluateConditions } from './conditional.ts';
import { formatHttpDate, qualitiesIn } from './headers.ts';
import { HttpError, preconditionFailed } from './http-error.ts';
import { headersOf, type PublishedFile } from './published-file.ts';
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

/** A reply, and the bytes of the body to send; none after a 304. */
type ChosenReply<Body> = Omit<Reply, 'body'> & {
  readonly sent?: {
    readonly body: Body;
    readonly coding?: Coding | undefined;
    readonly range?: ByteRange;
  };
};

/** Makes the same choice for a file whose bodies may not be in memory. */
export function chooseReply<Body>(
  file: PublishedFile<Body>,
  request: ReadRequest,
): ChosenReply<Body> {
  const { headers } = request;
  const { lastModified, identity, coded } = file;
  const coding = preferredCoding(headers['accept-encoding'], coded.keys());
  const preferred = (coding && coded.get(coding)) ?? identity;
  const verdict = evaluateConditions(headers, {
    etag: preferred.etag,
    etags: () => [identity, ...coded.values()].map(({ etag }) => etag),
    lastModified,
  });
  if (verdict.status === 412) throw preconditionFailed();
  if (verdict.status === 304) {
    return { status: 304, headers: ['ETag', verdict.etag, ...file.sharedHeaders] };
  }
  const range = requestedRange(file, request);
  if (range) return chooseRange(file, range);
  const sent = { body: preferred.body, coding };
  return { status: 200, headers: headersOf(file, preferred, coding), sent };
}

/** Ranges are of identity bytes, whatever codings the client accepts. */
function requestedRange(
  { identity: { etag, length }, lastModified, acceptsRanges }: PublishedFile<unknown>,
  { method, headers: { range: field, 'if-range': ifRange } }: ReadRequest,
): ByteRange | undefined {
  if (field === undefined || method !== 'GET' || !acceptsRanges) return undefined;
  const date = lastModified === undefined ? undefined : formatHttpDate(lastModified);
  // §13.1.5: a range is sent only if the client has this copy, by strong tag or exact date.
  if (ifRange !== undefined && ifRange !== etag && ifRange !== date) return undefined;
  const range = parseRange(field, length);
  if (range !== 'unsatisfiable') return range;
  const fault = `lies outside the ${length} bytes of the body; request a range within it`;
  const message = `Range ${fault} (got ${quote(field)})`;
  throw new HttpError(
    416,
    `The range ${fault}.`,
    [{ path: ['Range'], code: 'range_not_satisfiable', message }],
    { 'Content-Range': `bytes */${length}` },
  );
}

function chooseRange<Body>(file: PublishedFile<Body>, range: ByteRange): ChosenReply<Body> {
  const { identity } = file;
  const { first, last } = range;
  const headers = headersOf(file, { ...identity, length: last + 1 - first });
  const contentRange = `bytes ${first}-${last}/${identity.length}`;
  return {
    status: 206,
    headers: [...headers, 'Content-Range', contentRange],
    sent: { body: identity.body, range },
  };
}

/**
 * Returns the coding that an Accept-Encoding field prefers: the one with the highest quality, the
 * first of equal ones (RFC 9110 §12.5.3). Undefined is the identity, which is sent only if it is
 * preferred or nothing else is allowed, even if the client refuses it (§12.4.1). `*` allows gzip
 * alone: proxies that send it read few codings.
 */
export function preferredCoding(field = '', codings: Iterable<Coding>): Coding | undefined {
  if (field === '') return undefined;
  const qualities = qualitiesIn(field);
  let preferred: Coding | undefined;
  let most = qualities.get('identity') ?? 0;
  for (const coding of codings) {
    // §8.4.1.3: x-gzip is another name of gzip.
    const others = coding === 'gzip' ? (qualities.get('x-gzip') ?? qualities.get('*')) : undefined;
    const quality = qualities.get(coding) ?? others ?? 0;
    if (quality > most || (preferred === undefined && quality === most && quality > 0)) {
      [preferred, most] = [coding, quality];
    }
  }
  return preferred;
}

/** Bytes of a body, both ends included, as Content-Range counts them. */
export type ByteRange = { readonly first: number; readonly last: number };

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads a Range field (RFC 9110 §14.2) for a body of a given length. Undefined means the whole
 * body: there is no range, it is malformed or in another unit, or there are several.
 */
export function parseRange(field: string, length: number): ByteRange | 'unsatisfiable' | undefined {
  const [match, from = '', to = ''] = SINGLE_RANGE.exec(field.trim()) ?? [];
  if (match === undefined || (from === '' && to === '')) return undefined;
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
