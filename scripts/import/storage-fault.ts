import { MAX_REVIEW_BYTES } from '#dataset/read-content.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/stored-review.ts';

/** Why a review cannot be stored, for the content would then not load. */
export function findStorageFault(
  review: StoredReview,
  text: string | undefined,
): string | undefined {
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
  if (Buffer.byteLength(text ?? '') > MAX_REVIEW_BYTES) {
    return `is longer than ${MAX_REVIEW_BYTES / 1024} KiB, the limit of a review file`;
  }
  return undefined;
}
