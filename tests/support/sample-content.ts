import { createRandom } from '../../scripts/generate/random.ts';
import { BUSINESS, type Files, reviewText } from './content-files.ts';

/** Words that no reader may ever see: each is only in a review that is not published. */
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

/** The path of a review in good content. */
export const REVIEW = 'reviews/2026/10/2026-10-03-review-1.md';

/** The file that every edition changes. */
export function businessOf(edition: number): Files {
  return { 'business.yaml': BUSINESS.replace('Harbor Law', `Harbor edition-${edition}.`) };
}

/** Content without mistakes. Each edition differs from all others. */
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

/** The text of faq.yaml that names a review as evidence. */
export function faqText(evidence: string): string {
  return `- { id: fees, question: Fees?, answer: Fair., evidence: [${evidence}], dateModified: 2026-10-01 }\n`;
}

const WORDS =
  'They kept me informed about every step, “promptly” & </p> with care. 🙂 خدمة. '.repeat(50);
const DAY_MS = 86_400_000;
const NEWEST = Date.parse('2026-10-03');

/** Their files are too large to be compressed before a release. */
const MANY_REVIEWS = 240;
const MANY_EVERY = 50;

/** The number of reviews in an edition. */
export function reviewsIn(edition: number): number {
  if (edition % MANY_EVERY === MANY_EVERY - 1) return MANY_REVIEWS;
  return createRandom(edition).integer(3, 24);
}

/**
 * Content whose every text names its edition, so that an answer made of two editions shows it. Editions
 * differ in the number of reviews and in all lengths.
 */
export function numberedContent(edition: number, reviews = reviewsIn(edition)): Files {
  const random = createRandom(edition);
  const most = reviewsIn(edition) === MANY_REVIEWS ? WORDS.length : 1200;
  const mark = `edition-${edition}.`;
  const files = Array.from({ length: reviews }, (_, index) => {
    const body = `${mark} ${WORDS.slice(0, random.integer(0, most))} ${mark}`;
    const date = new Date(NEWEST - index * DAY_MS).toISOString().slice(0, 10);
    return sampleReview(`review-${index}`, date, { name: JSON.stringify(mark) }, body);
  });
  return {
    'business.yaml': BUSINESS.replace('name: Harbor Law', `name: Harbor ${mark}`),
    'faq.yaml': `- { id: fees, question: "${mark}", answer: "${mark}", evidence: [review-0], dateModified: 2026-10-01 }\n`,
    ...Object.assign({}, ...files),
  };
}

/** The editions that a text names: one at most, unless it mixes releases. */
export function editionsIn(text: string): number[] {
  const found = text.matchAll(/edition-(\d+)\./g).map(([, number]) => Number(number));
  return [...new Set(found)];
}
