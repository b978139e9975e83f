import { BUSINESS, type Files } from '../../support/content-files.ts';
import { sampleReview } from '../../support/sample-content.ts';

/** A file of good content that holds a review. */
export const REVIEW = 'reviews/2026/10/2026-10-03-review-1.md';

/** Content that is right, of which every edition differs. */
export function goodContent(edition: number): Files {
  return {
    'business.yaml': BUSINESS.replace('Harbor Law', `Harbor edition-${edition}.`),
    'technicians.yaml': '- { id: maria-lopez, name: Maria Lopez, jobTitle: Partner }\n',
    'aspects.yaml': '- { id: staff, name: Staff, description: A, terms: [informed] }\n',
    'faq.yaml': faqText('review-1'),
    'removed.yaml': '- { id: gone-1, dateRemoved: 2026-10-01, reason: spam }\n',
    ...sampleReview('review-1', '2026-10-03', { technicians: '[maria-lopez]' }),
    ...sampleReview('review-2', '2026-10-02'),
    ...sampleReview('review-3', '2026-10-01'),
  };
}

/** The text of faq.yaml with some evidence. */
export function faqText(evidence: string): string {
  return `- { id: fees, question: Fees?, answer: Fair., evidence: [${evidence}], dateModified: 2026-10-01 }\n`;
}
