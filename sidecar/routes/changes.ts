import { JSON_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import {
  cursorAt,
  describeBadCursor,
  EXPIRED_CURSOR,
  positionIn,
} from '#search/changes/change-log.ts';
import { ChangesQuery, renderChanges } from '#search/changes/changes.ts';
import { badRequest, noLongerThere } from '../http/http-error.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import { type Answer, readQuestion } from './answers/answers.ts';

export const CHANGES_PATH = '/api/reviews/changes';

/**
 * GET /api/reviews/changes. Throws HttpErrors: 400 with issues, 410 if the changes after a cursor
 * are no longer known.
 */
export function answerChanges(release: Release, queryString: string): Answer {
  const { after, format } = readQuestion(queryString, ChangesQuery, 'changes');
  const { baseUrl, corpus, removed, changes: log } = release;
  const position = after === undefined ? undefined : positionOf(release, after);
  const changes = renderChanges({ log, corpus, removed }, position, format);
  const { body, etag, next, shown } = changes;
  const parameters = format === 'json' ? `after=${next}` : `after=${next}&format=${format}`;
  // RFC 8288 §3.3, RFC 5005 §3.
  const link = ['Link', `<${baseUrl}${CHANGES_PATH}?${parameters}>; rel="next"`];
  return {
    mediaType: format === 'json' ? JSON_TYPE : NDJSON_TYPE,
    body: [body],
    etag,
    headers: [...tagReviews(corpus, shown), ...link],
  };
}

function positionOf({ changes }: Release, after: string): number {
  const position = positionIn(after);
  if (position === undefined) {
    throw badRequest('invalid_cursor', ['after'], describeBadCursor(after));
  }
  if (cursorAt(changes, position) === after) return position;
  throw noLongerThere(410, `A${EXPIRED_CURSOR.slice(1)}.`, undefined, [
    { path: ['after'], code: 'expired_cursor', message: EXPIRED_CURSOR },
  ]);
}
