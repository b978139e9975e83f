import { z } from 'zod';
import type { SourceField } from '#dataset/schema/source-digest.ts';
import type { DayOf } from '#dataset/zoned-day.ts';
import { reviewIdOf } from '../plan/decide-review.ts';
import { cleanLine, readNoted } from './clean-text.ts';
import {
  type IncomingReview,
  type Note,
  type ReviewExport,
  replyOf,
  type Skipped,
} from './incoming-review.ts';
import { isAnonymous } from './table/columns/words.ts';

/** A review as Google's Business Profile API v4 and Takeout write it. */
const GoogleReview = z.object({
  name: z.string().optional(),
  reviewId: z.string().optional(),
  reviewer: z
    .object({ displayName: z.string().nullish(), isAnonymous: z.boolean().nullish() })
    .nullish(),
  starRating: z.string(),
  comment: z.string().nullish(),
  createTime: z.iso.datetime({ offset: true }),
  updateTime: z.iso.datetime({ offset: true }).nullish(),
  reviewReply: z
    .object({
      comment: z.string().nullish(),
      updateTime: z.iso.datetime({ offset: true }).nullish(),
    })
    .nullish(),
});
type GoogleReview = z.infer<typeof GoogleReview>;

const STARS = new Map([
  ['ONE', 1],
  ['TWO', 2],
  ['THREE', 3],
  ['FOUR', 4],
  ['FIVE', 5],
]);

const SOURCE_NAME = 'Google';

/** Google has no titles, and gives neither the language nor the address of a review. */
const SPOKEN_OF: ReviewExport['speaksOf'] = new Set([
  'author',
  'datePublished',
  'dateCreated',
  'dateModified',
  'rating',
  'ownerReply',
  'reviewBody',
]);

/** One entry of an export, and its place. */
export type GoogleEntry = { readonly place: string; readonly value: unknown };

export function mapGoogleReviews(
  entries: readonly GoogleEntry[],
  dayOf: DayOf,
): Pick<ReviewExport, 'reviews' | 'skipped' | 'speaksOf'> {
  const reviews: IncomingReview[] = [];
  const skipped: Skipped[] = [];
  for (const { place, value } of entries) {
    const parsed = GoogleReview.safeParse(value);
    const mapped = parsed.success
      ? mapReview(place, parsed.data, dayOf)
      : { place, reason: faultOf(parsed.error) };
    if ('reason' in mapped) skipped.push(mapped);
    else reviews.push(mapped);
  }
  return { reviews, skipped, speaksOf: SPOKEN_OF };
}

function mapReview(place: string, source: GoogleReview, dayOf: DayOf): IncomingReview | Skipped {
  const sourceId = source.name?.split('/').at(-1) || source.reviewId;
  if (!sourceId) return { place, reason: 'has neither name nor reviewId, so no permanent id' };
  const rating = STARS.get(source.starRating);
  if (rating === undefined) {
    const reason = `has no star rating (starRating is ${JSON.stringify(source.starRating)})`;
    return { place, reason, id: reviewIdOf(SOURCE_NAME, sourceId) };
  }
  const notes: Note[] = [];
  const unreadable = new Set<SourceField>();
  const created = new Date(source.createTime);
  const updated = new Date(source.updateTime ?? source.createTime);
  const datePublished = dayOf(created);
  const author = cleanLine(source.reviewer?.displayName ?? '', 100);
  notes.push(...author.notes);
  const replied = source.reviewReply?.updateTime || undefined;
  const isNamed = !source.reviewer?.isAnonymous && !isAnonymous(author.text);
  return {
    place,
    sourceName: SOURCE_NAME,
    sourceId,
    key: sourceId,
    authorName: isNamed ? author.text : undefined,
    datePublished,
    dateCreated: source.createTime,
    dateModified: updated > created ? dayOf(updated) : undefined,
    rating,
    reviewBody: readNoted(source.comment ?? '', notes),
    ownerReply: replyOf(
      readNoted(source.reviewReply?.comment ?? '', notes),
      replied && dayOf(new Date(replied)),
      datePublished,
      { notes, unreadable },
    ),
    unreadable,
    changedAt: updated.getTime(),
    notes: [...new Set(notes)],
  };
}

function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.join('.') || 'the entry';
  if (issue?.code === 'invalid_format') return `${path} is not an RFC 3339 date-time`;
  return `is not a Google review: ${path} is missing or of another kind`;
}
