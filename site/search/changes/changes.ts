import { z } from 'zod';
import { memoize } from '#dataset/memoize.ts';
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

/** Rows without a later one of the same review. */
const lastRows = memoize(
  ({ rows }: ChangeLog) => new Set(new Map(rows.map((row) => [row.id, row])).values()),
);

/**
 * Renders the changes after a position in the log, each with its current record; without a
 * position, there are none. `shown` are the positions of the reviews in the corpus.
 */
export function renderChanges(
  { log, corpus, removed }: Published,
  after: number | undefined,
  format: ChangesQuery['format'],
) {
  const { floor, rows } = log;
  const last = lastRows(log);
  const tombstones = new Map(removed.map((removal) => [removal.id, removal]));
  const shown: number[] = [];
  const changes: string[] = [];
  let next = after === undefined ? rows.length : after - floor.position;
  for (; next < rows.length && changes.length < MAX_CHANGES; next++) {
    const row = rows[next];
    if (!row || !last.has(row)) continue;
    const { id } = row;
    const position = positionOf(corpus, id);
    // The published data decide: the log may be a moment behind them.
    if (position === undefined) {
      changes.push(JSON.stringify({ kind: 'removed', id, ...tombstones.get(id) }));
    } else {
      shown.push(position);
      const kind = row.kind === 'added' ? 'added' : 'edited';
      changes.push(`{"kind":"${kind}","id":"${id}","review":${reviewText(corpus, position)}}`);
    }
  }
  const cursor = cursorAt(log, floor.position + next);
  const text =
    format === 'json'
      ? `{"changes":[${changes.join(',')}],"next":"${cursor}"}`
      : // Newline-delimited JSON (https://github.com/ndjson/ndjson-spec).
        [...changes, `{"next":"${cursor}"}`, ''].join('\n');
  const body = Buffer.from(text);
  return { body, etag: strongEtag(body), next: cursor, shown };
}
