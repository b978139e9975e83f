import { isCalendarDate } from '#dataset/schema/scalars.ts';
import { quote } from '#dataset/text/shorten.ts';
import { type SinceSlice, sinceBody, sinceSlice } from '#search/since.ts';
import { MAX_NAMED, type RawHeaders } from '../http/headers.ts';
import { badRequest } from '../http/http-error.ts';
import { type Reply, replyWithJson } from '../http/reply.ts';
import { decodePath, type ReadRequest, splitTarget } from '../http/request.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { pathFault } from './path-fault.ts';

export const SINCE_PATH = '/api/reviews/since/';

/** Clients ask for few dates; those that ask for many must not fill the memory. */
const MAX_REMEMBERED = 4096;
/** A slice repeats the removals, of which there may be many. */
const MAX_REMEMBERED_LENGTH = 16 * 1024 * 1024;

type TaggedSlice = { readonly slice: SinceSlice; readonly tags: RawHeaders };
type Remembered = { readonly slices: Map<string, TaggedSlice>; length: number };
const memories = new WeakMap<Release, Remembered>();

/**
 * The date in the rest of a target behind `SINCE_PATH`, whatever its spelling. Throws an HttpError 400
 * where it does not decode.
 */
export function dateIn(rest: string): string {
  const { path } = splitTarget(rest);
  const sent = path.replace(/^\/|\/$/g, '');
  const date = decodePath(sent);
  if (date === undefined) throw pathFault(sent, 'date');
  return date;
}

/** GET /api/reviews/since/{date} (specification §4). Throws an HttpError 400 for a bad date. */
export function replyWithSince(release: Release, date: string, request: ReadRequest): Reply {
  const { slice, tags } = rememberedSlice(release, date);
  const { lastModified, corpus } = release;
  const body = () => sinceBody(corpus, slice);
  return replyWithJson({ etag: slice.etag, lastModified, tags, body }, request);
}

function rememberedSlice(release: Release, date: string): TaggedSlice {
  const memory = memories.get(release);
  const known = memory?.slices.get(date);
  if (known) return known;
  const slice = sinceSlice(release.corpus, release.removed, checkDate(date));
  const shown = Array.from({ length: Math.min(slice.count, MAX_NAMED + 1) }, (_, at) => at);
  const tagged = { slice, tags: tagReviews(release.corpus, shown) };
  const length = slice.head.length + slice.tail.length;
  const hasRoom =
    memory && memory.slices.size < MAX_REMEMBERED && memory.length < MAX_REMEMBERED_LENGTH;
  if (hasRoom) {
    memory.slices.set(date, tagged);
    memory.length += length;
  } else {
    memories.set(release, { slices: new Map([[date, tagged]]), length });
  }
  return tagged;
}

function checkDate(date: string): string {
  if (isCalendarDate(date)) return date;
  const message =
    date === ''
      ? 'date is missing; add it to the path, as /api/reviews/since/2026-10-03'
      : `date must be a date that exists, written YYYY-MM-DD (got ${quote(date)})`;
  throw badRequest(date === '' ? 'missing_value' : 'invalid_date', ['date'], message);
}
