import type { Located } from './content.ts';
import { type ContentProblem, warningAt } from './content-problem.ts';
import { foldLine } from './fold.ts';
import { type Finding, placeFindings } from './place-findings.ts';
import type { StoredReview } from './stored-review.ts';

/**
 * Warns of phrases that are never to be quoted and that the review does not hold: an editor would
 * trust that they keep something back. It does not say which, since they may be private.
 */
export function checkVetoes(review: Located<StoredReview>): ContentProblem[] {
  const { quotes, reviewBody } = review.value;
  if (quotes === undefined || quotes === 'never') return [];
  const text = foldLine(reviewBody);
  const findings = quotes.flatMap((phrase, index): Finding[] =>
    text.includes(foldLine(phrase)) ? [] : [{ path: ['quotes', index], message: messageAt(index) }],
  );
  return placeFindings(review, findings, warningAt);
}

function messageAt(index: number): string {
  return `quotes.${index}: does not stand in the text, and so keeps nothing from being quoted; write it as the review does`;
}
