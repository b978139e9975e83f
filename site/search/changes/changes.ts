import { z } from 'zod';
import type { Removal } from '#dataset/dataset.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { type Corpus, positionOf, reviewBytes } from '#search/corpus/corpus.ts';
import type { Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { type ChangeLog, kindAt } from './change-log.ts';
import { cursorAt } from './changes-cursor.ts';
import { countBelow } from './log-times.ts';

/** Maximum changes in an answer. */
export const MAX_CHANGES = 1_000;

const CHANGES_FORMATS = ['json', 'ndjson'] as const;

/** The parameters of GET /api/reviews/changes. */
export const ChangesQuery = z.strictObject({
  after: z.string().optional().meta({
    description:
      'The cursor of the answer before; without it, there are no changes and the present cursor.',
    example: 'MTIwLjE3OTUyNDgwMDAuUWJ6cjNqUnY5cEFrX21TZA',
  }),
  format: z
    .enum(CHANGES_FORMATS, `must be ${CHANGES_FORMATS.join(' or ')}`)
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
  const from = countBelow(log.positions, after + 1);
  const to = Math.min(from + MAX_CHANGES, log.ids.length);
  // Behind the last row there may be some that later ones have replaced.
  const position = to < log.ids.length ? (log.positions[to - 1] ?? after) : log.end.position;
  const next = cursorAt(log, position);
  const ids = log.ids.slice(from, to);
  const places = new Map(ids.map((id) => [id, positionOf(corpus, id)]));
  const tombstones = new Map(removed.map((removal) => [removal.id, removal]));
  const lines = ids.map((id, index): Pieces => {
    const place = places.get(id);
    // What is published decides: the log may be a moment behind it.
    if (place === undefined) {
      const { dateRemoved, reason } = tombstones.get(id) ?? {};
      return [Buffer.from(JSON.stringify({ kind: 'removed', id, dateRemoved, reason }))];
    }
    const kind = kindAt(log, from + index) === 'added' ? 'added' : 'edited';
    return [
      Buffer.from(`{"kind":"${kind}","id":"${id}","review":`),
      reviewBytes(corpus, place),
      BRACE,
    ];
  });
  const body = format === 'json' ? joinAsJson(lines, next) : joinAsLines(lines, next);
  return {
    body,
    etag: strongEtag(body),
    next,
    shown: [...places.values()].filter((place) => place !== undefined),
  };
}

const BRACE = Buffer.from('}');
const COMMA = Buffer.from(',');
const LINE_FEED = Buffer.from('\n');

function joinAsJson(changes: readonly Pieces[], next: string): Uint8Array {
  const separated = changes.flatMap((change, index) => (index > 0 ? [COMMA, ...change] : change));
  const end = Buffer.from(`],"next":"${next}"}`);
  return Buffer.concat([Buffer.from('{"changes":['), ...separated, end]);
}

/** Newline-delimited JSON (https://github.com/ndjson/ndjson-spec). */
function joinAsLines(changes: readonly Pieces[], next: string): Uint8Array {
  const lines = changes.flatMap((change) => [...change, LINE_FEED]);
  return Buffer.concat([...lines, Buffer.from(`{"next":"${next}"}\n`)]);
}
