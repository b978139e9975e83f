import { z } from 'zod';
import type { Removal } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { firstWhere } from '#search/binary-search.ts';
import { type Corpus, positionOf, reviewText } from '#search/corpus/corpus.ts';
import { strongEtag } from '#search/strong-etag.ts';
import type { ChangeLog } from './change-log.ts';
import { cursorAt } from './changes-cursor.ts';

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
type Published = {
  readonly log: ChangeLog;
  readonly corpus: Corpus;
  readonly removed: readonly Removal[];
};

/** An answer, with what it shows. */
type ChangesAnswer = {
  readonly body: Uint8Array;
  readonly etag: string;
  readonly next: string;
  /** The positions of its reviews in the corpus. */
  readonly shown: readonly number[];
};

/** The changes after a position in the log, each with the record as it is now. */
export function renderChanges(
  { log, corpus, removed }: Published,
  after: number,
  format: ChangesQuery['format'],
): ChangesAnswer {
  const { positions, kinds, end } = log;
  const from = firstWhere(0, positions.length, (at) => (positions[at] ?? 0) > after);
  const ids = log.ids.slice(from, from + MAX_CHANGES);
  // Behind the last row there may be some that later ones have replaced.
  const isLast = from + ids.length === positions.length;
  const next = cursorAt(log, isLast ? end.position : (positions[from + ids.length - 1] ?? after));
  const tombstones = new Map(removed.map((removal) => [removal.id, removal]));
  const shown: number[] = [];
  const changes = ids.map((id, index) => {
    const position = positionOf(corpus, id);
    // What is published decides: the log may be a moment behind it.
    if (position === undefined) {
      const { dateRemoved, reason } = tombstones.get(id) ?? {};
      return JSON.stringify({ kind: 'removed', id, dateRemoved, reason });
    }
    shown.push(position);
    const kind = kinds[from + index] === 'added' ? 'added' : 'edited';
    return `{"kind":"${kind}","id":"${id}","review":${reviewText(corpus, position)}}`;
  });
  const text =
    format === 'json'
      ? `{"changes":[${changes.join(',')}],"next":"${next}"}`
      : // Newline-delimited JSON (https://github.com/ndjson/ndjson-spec).
        [...changes, `{"next":"${next}"}`, ''].join('\n');
  const body = Buffer.from(text);
  return { body, etag: strongEtag(body), next, shown };
}
