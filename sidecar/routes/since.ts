import { z } from 'zod';
import { isCalendarDate } from '#dataset/schema/scalars.ts';
import { quote } from '#dataset/text/shorten.ts';
import { lastModifiedSince } from '#search/changes/change-log.ts';
import { sinceSlice } from '#search/since.ts';
import { MAX_NAMED } from '../http/headers.ts';
import { badRequest } from '../http/http-error.ts';
import { decodePath, pathFault, splitTarget } from '../http/request.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { type Answer, readQuestion } from './answers/answers.ts';

export const SINCE_PATH = '/api/reviews/since/';

/**
 * Returns the date in the rest of a target after `SINCE_PATH`, whatever its spelling. Throws an
 * HttpError 400 if it does not decode.
 */
export function dateIn(rest: string): string {
  const { path } = splitTarget(rest);
  const sent = path.replace(/^\/|\/$/g, '');
  const date = decodePath(sent);
  if (date === undefined) throw pathFault(sent, 'date');
  return date;
}

/** Throws an HttpError 400 if a target has parameters: since takes none. */
export function refuseParameters(target: string): void {
  readQuestion(splitTarget(target).query, NO_PARAMETERS, 'since');
}

const NO_PARAMETERS = z.strictObject({});

/** GET /api/reviews/since/{date} (specification §4). Throws an HttpError 400 for a bad date. */
export function answerSince({ corpus, removed, changes }: Release, date: string): Answer {
  const slice = sinceSlice(corpus, removed, checkDate(date));
  const shown = Array.from({ length: Math.min(slice.count, MAX_NAMED + 1) }, (_, at) => at);
  return {
    body: slice.body(),
    etag: slice.etag,
    lastModified: lastModifiedSince(changes, date),
    headers: tagReviews(corpus, shown),
  };
}

function checkDate(date: string): string {
  if (isCalendarDate(date)) return date;
  const message =
    date === ''
      ? 'date is missing; add it to the path, as in /api/reviews/since/2026-10-03'
      : `date must be a date that exists, written YYYY-MM-DD (got ${quote(date)})`;
  throw badRequest(date === '' ? 'missing_value' : 'invalid_date', ['date'], message);
}
