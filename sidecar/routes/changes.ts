import { JSON_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import { quote } from '#dataset/text/shorten.ts';
import { ChangesQuery, renderChanges } from '#search/changes/changes.ts';
import { canFollow, parseCursor } from '#search/changes/changes-cursor.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import { badRequest, HttpError } from '../http/http-error.ts';
import { tagReviews } from '../release/prepare-data.ts';
import type { Release } from '../release/release.ts';
import type { Answer } from './answers/prepared-answer.ts';
import { readQuestion } from './read-question.ts';

export const CHANGES_PATH = '/api/reviews/changes';

/** About what a change takes in memory beside its record: two pieces, and the text before it. */
const HELD_BYTES = 400;

/**
 * GET /api/reviews/changes. Throws HttpErrors: 400 with issues, 410 where the changes after a cursor
 * are not known any more.
 */
export function answerChanges(release: Release, queryString: string): Answer {
  const { after, format } = readQuestion(queryString, ChangesQuery, 'changes');
  const { baseUrl, corpus, removed, changes: log } = release;
  const position = after === undefined ? log.end.position : positionOf(release, after);
  const { body, etag, next, shown } = renderChanges({ log, corpus, removed }, position, format);
  const parameters = format === 'json' ? `after=${next}` : `after=${next}&format=${format}`;
  // RFC 8288 §3.3, RFC 5005 §3.
  const link = ['Link', `<${baseUrl}${CHANGES_PATH}?${parameters}>; rel="next"`];
  return {
    mediaType: format === 'json' ? JSON_TYPE : NDJSON_TYPE,
    etag,
    lastModified: undefined,
    headers: [...tagReviews(corpus, shown), ...link],
    length: lengthOf(body),
    body: () => body,
    // The records are pieces of the release; what stands between them is little.
    heldBytes: HELD_BYTES * shown.length,
  };
}

function positionOf({ changes }: Release, after: string): number {
  const cursor = parseCursor(after);
  if (!cursor) {
    const message = `after must be a cursor as an answer has it in next (got ${quote(after)}); without after, you get the present one`;
    throw badRequest('invalid_cursor', ['after'], message);
  }
  if (canFollow(changes, cursor)) return cursor.position;
  const message =
    'after is of a log that is not kept any more; take a new cursor, then fetch /reviews.json again, and follow from there';
  throw new HttpError(410, `A${message.slice(1)}.`, [
    { path: ['after'], code: 'expired_cursor', message },
  ]);
}
