import type { Located } from './content.ts';
import type { ContentProblem } from './content-problem.ts';
import { type Finding, placeFindings } from './place-findings.ts';
import type { StoredReview } from './stored-review.ts';

/** The dates of a review and its reply keep their order. */
export function checkDates(review: Located<StoredReview>): ContentProblem[] {
  const { datePublished, dateModified, ownerReply } = review.value;
  const findings: Finding[] = [];
  const refuse = (path: PropertyKey[], message: string) => findings.push({ path, message });
  if (dateModified !== undefined && dateModified < datePublished) {
    refuse(['dateModified'], `dateModified: lies before datePublished ${datePublished}`);
  }
  const replied = ownerReply?.datePublished;
  if (replied !== undefined && replied < datePublished) {
    refuse(
      ['ownerReply', 'datePublished'],
      `ownerReply.datePublished: lies before the review's ${datePublished}`,
    );
  }
  const replyModified = ownerReply?.dateModified;
  if (replied !== undefined && replyModified !== undefined && replyModified < replied) {
    refuse(
      ['ownerReply', 'dateModified'],
      `ownerReply.dateModified: lies before its datePublished ${replied}`,
    );
  }
  return placeFindings(review, findings);
}
