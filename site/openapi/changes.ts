import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE, NDJSON_TYPE } from '#artifacts/media-types.ts';
import { cursorAt } from '#search/changes/change-log.ts';
import { ChangesQuery, ChangesResult } from '#search/changes/changes.ts';
import type { Examples } from './examples.ts';
import { ANY_FAILURE, BAD_SEARCH, GONE, NOT_MODIFIED, ok, TOO_MANY_REQUESTS } from './responses.ts';

/** How a mirror follows what is published. */
export function describeFollowing(): ZodOpenApiPathsObject {
  return { '/api/reviews/changes': { get: describeChanges() } };
}

const HEADERS = { dated: false, next: 'always' } as const;

function describeChanges(): ZodOpenApiOperationObject {
  const json = { schema: ChangesResult, example: exampleChanges };
  const answer = ok('What changed, and the next cursor.', JSON_TYPE, json, HEADERS);
  return {
    operationId: 'getReviewChanges',
    summary: 'What changed since a cursor',
    description:
      'Every review that was added, edited (a reply counts) or removed, in the order of publication, with the record as it is now. Begin without a cursor, then fetch /reviews.json (behind a cache two minutes later, as its copy may be that old), and follow with the cursor of each answer; apply changes in their order. Some may come again. There are at most 1,000 changes in an answer: ask again at once until there are none.',
    tags: ['reviews'],
    requestParams: { query: z.object(ChangesQuery.shape) },
    responses: {
      '200': {
        ...answer,
        content: {
          ...answer.content,
          [NDJSON_TYPE]: { schema: Lines, example: exampleLines },
        },
      },
      '304': NOT_MODIFIED,
      '400': BAD_SEARCH,
      '410': GONE,
      '429': TOO_MANY_REQUESTS,
      default: ANY_FAILURE,
    },
  };
}

const Lines = z
  .string()
  .describe('With format=ndjson: a change a line, and last a line with the next cursor.');

const NEXT = cursorAt(
  { id: 'Qbzr3jRv9pAk_mSd', floor: 122, times: [Date.parse('2026-11-21T08:00:00Z')] },
  122,
);

/** A removal where there is one: the record of what was added or edited stands in other examples. */
function exampleChanges({ review, since }: Examples): z.infer<typeof ChangesResult> {
  const removed = since.removed.map((removal) => ({ kind: 'removed' as const, ...removal }));
  return {
    changes: removed.length > 0 ? removed : [{ kind: 'edited', id: review.id, review }],
    next: NEXT,
  };
}

function exampleLines(examples: Examples): string {
  const { changes, next } = exampleChanges(examples);
  return [...changes.slice(-1), { next }].map((line) => `${JSON.stringify(line)}\n`).join('');
}
