import { createRandom } from '../../scripts/generate/random.ts';
import { BUSINESS, type Files } from './content-files.ts';
import { sampleReview } from './sample-content.ts';

const WORDS =
  'They kept me informed about every step, “promptly” & </p> with care. 🙂 خدمة. '.repeat(50);
const DAY_MS = 86_400_000;
const NEWEST = Date.parse('2026-10-03');

/** More than a search index takes as edits, in files that are too large to encode at once. */
const MANY_REVIEWS = 240;
const MANY_EVERY = 50;

/** How many reviews the edition with a number has. */
export function reviewsIn(edition: number): number {
  if (edition % MANY_EVERY === MANY_EVERY - 1) return MANY_REVIEWS;
  return createRandom(edition).integer(3, 24);
}

/** Whether the data of an edition are so large that their compressed variants follow. */
export function isLarge(edition: number): boolean {
  return reviewsIn(edition) === MANY_REVIEWS;
}

/**
 * Content that says in every text which edition it is, so that whatever is published of two
 * editions at once betrays itself. Editions differ in the number of reviews and in every length.
 */
export function numberedContent(edition: number, reviews = reviewsIn(edition)): Files {
  const random = createRandom(edition);
  const most = isLarge(edition) ? WORDS.length : 1200;
  const mark = markOf(edition);
  const files = Array.from({ length: reviews }, (_, index) => {
    const body = `${mark} ${WORDS.slice(0, random.integer(0, most))} ${mark}`;
    return reviewOf(index, { name: JSON.stringify(mark) }, body);
  });
  return {
    'business.yaml': BUSINESS.replace('name: Harbor Law', `name: Harbor ${mark}`),
    'faq.yaml': `- { id: fees, question: "${mark}", answer: "${mark}", evidence: [review-0], dateModified: 2026-10-01 }\n`,
    ...Object.assign({}, ...files),
  };
}

/** Numbered reviews in padded content: as many as the feeds hold, so that those stay small. */
export const PADDED_REVIEWS = 50;
/** Nearly as long as a review may be. */
const PADDING = 'Nothing of this ever changes. '.repeat(2_000);
const PADDINGS = 72;

/** Numbered content of which most does not change: a release of several megabytes. */
export function paddedContent(edition: number): Files {
  const paddings = Array.from({ length: PADDINGS }, (_, index) =>
    reviewOf(PADDED_REVIEWS + index, {}, PADDING),
  );
  return { ...numberedContent(edition, PADDED_REVIEWS), ...Object.assign({}, ...paddings) };
}

function reviewOf(index: number, changes: Readonly<Record<string, string>>, body: string): Files {
  const date = new Date(NEWEST - index * DAY_MS).toISOString().slice(0, 10);
  return sampleReview(`review-${index}`, date, changes, body);
}

function markOf(edition: number): string {
  return `edition-${edition}.`;
}

/** The editions that a text is made of: of whatever is whole at most one. */
export function editionsIn(text: string): number[] {
  const found = text.matchAll(/edition-(\d+)\./g).map(([, number]) => Number(number));
  return [...new Set(found)];
}
