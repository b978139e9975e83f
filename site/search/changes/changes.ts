import { z } from 'zod';
import { Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { positionOf, reviewText } from '#search/corpus/corpus.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { type ChangeLog, cursorAt } from './change-log.ts';

/** Maximum changes in an answer. */
export const MAX_CHANGES = 1_000;

/** The parameters of GET /api/reviews/changes. */
export const ChangesQuery = z.strictObject({
  after: z.string().optional().meta({
    description:
      'The cursor of the answer before; without it, there are no changes and the present cursor.',
    example: 'MTIwLjE3OTUyNDgwMDAuUWJ6cjNqUnY5cEFrX21TZA',
  }),
  format: z
    .enum(['json', 'ndjson'], 'must be json or ndjson')
    .default('json')
    .meta({ description: 'json is one object; ndjson has a change a line, and the cursor last.' }),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

const Present = z
  .strictObject({
    kind: z.enum(['added', 'edited']),
    id: ReviewId,
    review: Review,
  })
  .meta({ id: 'PresentReview', description: 'A change with the whole record as it is now.' });

const Gone = z
  .strictObject({
    kind: z.literal('removed'),
    id: ReviewId,
    dateRemoved: CalendarDate.optional(),
    reason: RemovalReason.optional().describe(
      'Why it was taken down. Absent, as the date is, where the review is published no more for another reason, or nobody has said the reason yet.',
    ),
  })
  .meta({ id: 'GoneReview' });

/** The answer to GET /api/reviews/changes. */
export const ChangesResult = z
  .strictObject({
    changes: z
      .array(z.discriminatedUnion('kind', [Present, Gone]))
      .max(MAX_CHANGES)
      .describe('In the order of publication; of each review only the last change.'),
    next: z.string().describe('The cursor for the next request: what follows comes after it.'),
  })
  .meta({ id: 'ChangesResult' });

/** What is answered from, all of one release. */
type Published = Pick<ReviewSource, 'corpus' | 'removed'> & { readonly log: ChangeLog };

/**
 * The changes after a position in the log, each with the record as it is now; without one, there are none.
 * `shown` are the positions of the reviews in the corpus.
 */
export function renderChanges(
  { log, corpus, removed }: Published,
  after: number | undefined,
  format: ChangesQuery['format'],
) {
  const { floor, ids, kinds } = log;
  const tombstones = new Map(removed.map((removal) => [removal.id, removal]));
  const shown: number[] = [];
  const changes: string[] = [];
  let row = after === undefined ? ids.length : after - floor;
  for (; row < ids.length && changes.length < MAX_CHANGES; row++) {
    const id = ids[row];
    if (!id) continue;
    const position = positionOf(corpus, id);
    // What is published decides: the log may be a moment behind it.
    if (position === undefined) {
      changes.push(JSON.stringify({ kind: 'removed', id, ...tombstones.get(id) }));
    } else {
      shown.push(position);
      const kind = kinds[row] === 'added' ? 'added' : 'edited';
      changes.push(`{"kind":"${kind}","id":"${id}","review":${reviewText(corpus, position)}}`);
    }
  }
  const next = cursorAt(log, floor + row);
  const text =
    format === 'json'
      ? `{"changes":[${changes.join(',')}],"next":"${next}"}`
      : // Newline-delimited JSON (https://github.com/ndjson/ndjson-spec).
        [...changes, `{"next":"${next}"}`, ''].join('\n');
  const body = Buffer.from(text);
  return { body, etag: strongEtag(body), next, shown };
}
