import { BUSINESS, type Files, reviewText } from './content-files.ts';

/** What no reader may ever see: each stands only in a review that is not published. */
export const UNPUBLISHED_WORDS = ['Pendingword', 'Withheldword', 'Removedword'] as const;

/** Half a dozen reviews with awkward text, some unpublished ones, and names in every spelling. */
export const SAMPLE_CONTENT: Files = {
  'business.yaml': BUSINESS,
  'technicians.yaml': `- { id: elena-munoz, name: Elena Muñoz, jobTitle: Partner, aliases: [Attorney Muñoz] }
- { id: david-okafor, name: David Okafor, jobTitle: Partner }
`,
  'services.yaml': '- { id: car-accident, name: Car accidents, aliases: [car wreck] }\n',
  'removed.yaml':
    '- { id: gone-2026, dateRemoved: 2026-08-11, reason: spam }\n- { id: gone-2025, dateRemoved: 2025-05-14, reason: spam }\n',
  ...sampleReview('review-a', '2026-10-03', {}, 'Elena Muñoz kept me informed. “Wow” — 5/5 🙂'),
  ...sampleReview('review-b', '2026-10-03', { rating: '4.5' }, 'Straße </script> ]]> & "quotes"'),
  ...sampleReview('review-c', '2026-06-15', { rating: '1' }, 'خدمة ممتازة after a car wreck.'),
  ...sampleReview('review-d', '2025-05-14', { rating: '3' }, 'David Okafor & Attorney Muñoz.'),
  ...sampleReview('review-e', '2024-02-29', { rating: '2' }, 'A leap day.'),
  ...sampleReview(
    'pending-1',
    '2026-10-04',
    { verification: '{ status: pending }' },
    'Pendingword',
  ),
  ...sampleReview(
    'withheld-1',
    '2026-10-05',
    { verification: '{ status: withheld, reason: spam, date: 2026-10-06 }' },
    'Withheldword',
  ),
  ...sampleReview('gone-2026', '2026-07-01', {}, 'Removedword'),
};

/** A review file as an entry of a content folder. */
export function sampleReview(
  id: string,
  datePublished: string,
  changes: Readonly<Record<string, string>> = {},
  body = 'They kept me informed.',
): Files {
  const [year, month] = datePublished.split('-');
  const text = reviewText({ id, datePublished, ...changes }, body);
  return { [`reviews/${year}/${month}/${datePublished}-${id}.md`]: text };
}

/** A file of good content that holds a review. */
export const REVIEW = 'reviews/2026/10/2026-10-03-review-1.md';

/** The file that every edition changes. */
export function businessOf(edition: number): Files {
  return { 'business.yaml': BUSINESS.replace('Harbor Law', `Harbor edition-${edition}.`) };
}

/** Content that is right, of which every edition differs. */
export function goodContent(edition: number): Files {
  return {
    ...businessOf(edition),
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
