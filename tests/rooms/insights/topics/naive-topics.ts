import type { Review } from '#dataset/review.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';

type Topic = InsightsDocument['topics'][number];

/** Whether a text holds a phrase, its last word in any number: looked at word by word. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const sought = phrase.split(' ');
  const last = sought.at(-1) ?? '';
  const ends = new Set([last, `${last}s`, `${last}es`, last.replace(/y$/, 'ies')]);
  const isEnd = (word: string | undefined) => word !== undefined && ends.has(word);
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\s-]+/u)
    .map((stretch) => stretch.split(/[\s-]+/))
    .some((words) =>
      words.some(
        (_, at) =>
          sought.slice(0, -1).every((word, index) => words[at + index] === word) &&
          isEnd(words[at + sought.length - 1]),
      ),
    );
}

/** The figures of a topic, counted by plain loops over all reviews. */
export function recountTopic(
  { id, trend }: Topic,
  reviews: readonly Review[],
): Pick<Topic, 'reviewCount' | 'share' | 'averageRating' | 'score'> & { readonly trend: object[] } {
  const analysed = reviews.filter(({ sentiment }) => sentiment);
  const own = analysed.filter(({ reviewBody }) => holdsPhrase(reviewBody, id.replaceAll('-', ' ')));
  const count = (label: string, some = own) =>
    some.filter(({ sentiment }) => sentiment?.label === label).length;
  const stars = own.reduce((sum, { reviewRating }) => sum + reviewRating.ratingValue, 0);
  const periodOf = ({ datePublished }: Review) =>
    `${datePublished.slice(0, 4)}-Q${Math.ceil(Number(datePublished.slice(5, 7)) / 3)}`;
  return {
    reviewCount: own.length,
    share: round(own.length / analysed.length, 1000),
    averageRating: round(stars / own.length, 100),
    score: round((count('positive') - count('negative')) / own.length, 1000),
    trend: trend.map(({ period }) => {
      const then = own.filter((review) => periodOf(review) === period);
      return {
        period,
        mentionCount: then.length,
        positive: count('positive', then),
        neutral: count('neutral', then),
        negative: count('negative', then),
      };
    }),
  };
}

/** Rounded half away from zero. */
function round(value: number, scale: number): number {
  const rounded = Math.floor(Math.abs(value) * scale + 0.5 + 1e-9) / scale;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}
