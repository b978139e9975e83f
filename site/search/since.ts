import { z } from 'zod';
import type { Removal } from '#dataset/dataset.ts';
import { newestOf } from '#dataset/review.ts';
import { CalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { RemovalReason } from '#dataset/schema/stored-editorial.ts';
import { type Corpus, sliceOf } from './corpus/corpus.ts';
import { type Pieces, strongEtag } from './corpus/pieces.ts';

/** A review that was taken down, in since and the JSON Feed. */
export const RemovedReview = z
  .strictObject({
    id: ReviewId,
    dateRemoved: CalendarDate,
    reason: RemovalReason.describe('The reason for the takedown.'),
  })
  .meta({ id: 'RemovedReview' });

/**
 * Returns the answer for a date with its strong ETag, without reading the reviews. The tag covers
 * the date, the running hash of the reviews from the newest down to the date, and the removals, so
 * an edit of an older review does not change it. `head` and `tail` are the text before and after
 * the slice of reviews.
 */
export function sinceSlice(corpus: Corpus, removed: readonly Removal[], date: string) {
  const prefix = corpus.datePrefixes.findLast((one) => one.date >= date);
  const gone = removed.filter(({ dateRemoved }) => dateRemoved >= date);
  const dateModified =
    newestOf([prefix?.dateModified ?? '', ...gone.map(({ dateRemoved }) => dateRemoved)]) || null;
  const count = prefix?.count ?? 0;
  const head = `{"since":"${date}","count":${count},"dateModified":${JSON.stringify(dateModified)},"reviews":[`;
  const tail = `],"removed":${JSON.stringify(gone)}}`;
  return {
    etag: strongEtag(head, prefix?.digest ?? '', tail),
    count,
    head,
    tail,
    body: (): Pieces => [Buffer.from(head), ...sliceOf(corpus, 0, count), Buffer.from(tail)],
  };
}
