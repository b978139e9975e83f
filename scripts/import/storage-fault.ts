import { inKib, isTextShort, MAX_TEXT_BYTES } from '#dataset/content-limits.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/stored-review.ts';
import { dayAfter, isLater } from '#dataset/zoned-day.ts';
import type { IncomingReview } from './incoming-review.ts';

/** Why a review is not to be stored yet: a date of it lies later than tomorrow. */
export function findFutureDate(review: IncomingReview, today: string): string | undefined {
  const { datePublished, dateModified, ownerReply } = review;
  const tomorrow = dayAfter(today);
  const dates = [datePublished, dateModified ?? '', ownerReply?.datePublished ?? ''];
  const later = dates.find((date) => date !== '' && isLater(date, tomorrow));
  return later
    ? `its date ${later} is later than tomorrow, ${tomorrow}; check the time zone and the date format`
    : undefined;
}

/** Why a review cannot be stored, for the content would then not load. */
export function findStorageFault(review: StoredReview): string | undefined {
  const { datePublished, dateModified, ownerReply, reviewBody, ...others } = review;
  const parsed = ReviewFrontMatter.safeParse({
    ...others,
    datePublished,
    dateModified,
    ownerReply,
  });
  const [issue] = parsed.error?.issues ?? [];
  if (issue) return `${issue.path.join('.')} ${issue.message}`;
  const isReplyTooEarly = ownerReply !== undefined && ownerReply.datePublished < datePublished;
  if (isReplyTooEarly) return 'the stored reply would be dated before the review';
  if (dateModified !== undefined && dateModified < datePublished) {
    return 'the stored dateModified would lie before the date of the review';
  }
  if (!isTextShort(reviewBody)) {
    return `its text has ${inKib(Buffer.byteLength(reviewBody))} and may have ${inKib(MAX_TEXT_BYTES)} at most`;
  }
  return undefined;
}
