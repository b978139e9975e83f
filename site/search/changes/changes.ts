import { z } from 'zod';
import { positionOf } from '#search/corpus/columns.ts';
import { reviewText } from '#search/corpus/corpus.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { type ChangeLog, cursorAt } from './change-log.ts';

/** Maximum changes in an answer. */
export const MAX_CHANGES = 1_000;

/** The parameters of GET /api/reviews/changes. */
export const ChangesQuery = z.strictObject({
  after: z.string().optional().meta({
    description:
      'The cursor of the previous answer; without it, there are no changes, only the current cursor.',
    example: 'MTIwLjE3OTUyNDgwMDAuUWJ6cjNqUnY5cEFrX21TZA',
  }),
  format: z.enum(['json', 'ndjson'], 'must be json or ndjson').default('json').meta({
    description: 'json is one object; ndjson has one change per line, and the cursor last.',
  }),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

/** The source of an answer, all of one release. */
type Published = Pick<ReviewSource, 'corpus' | 'removed'> & { readonly log: ChangeLog };

/**
 * Renders the changes after a position in the log, each with its current record; without a
 * position, there are none. `shown` are the positions of the reviews in the corpus.
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
    // The published data decide: the log may be a moment behind them.
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
