import type { Vocabulary } from '#dataset/annotate.ts';
import { STARS_LOG_ODDS } from '#insights/annotation/judge-text.ts';
import type { StarredReview } from '../labelled/aspect-files.ts';
import type { Reading } from './aspects.ts';
import { formatShare } from './sections.ts';

const MIDDLE = 3;

/** Weights of a review's own stars that are compared, in log-odds. */
const WEIGHTS = [0, 0.8, 1.2, 1.6, 2, 2.4].filter((weight) => weight !== STARS_LOG_ODDS);

/** Measures with the stars as they count, and as they would count with other weights. */
export function measureAspectStars(
  reviews: readonly StarredReview[],
  vocabulary: Vocabulary,
  createAnnotate: Reading['createAnnotate'],
) {
  const measure = (weight: number) => measureWith(weight, reviews, vocabulary, createAnnotate);
  const figures = measure(STARS_LOG_ODDS);
  const rows = WEIGHTS.map((weight) => ({ weight, ...measure(weight) }));
  return {
    figures,
    report: {
      title: 'Sides of aspects as published, against the stars that reviewers gave to them',
      columns: ['stars weigh', 'pairs', 'sides published', 'of these right'],
      rows: [{ weight: STARS_LOG_ODDS, ...figures }, ...rows]
        .sort((a, b) => a.weight - b.weight)
        .map(({ weight, n, coverage, accuracyWhenPublished }) => [
          weight === STARS_LOG_ODDS ? `${weight}, as shipped` : String(weight),
          n,
          formatShare(coverage),
          formatShare(accuracyWhenPublished),
        ]),
      notes: [
        'A pair is a review and an aspect that it mentions and gives stars to, other than three.',
        'Its side is that of most mentions that take one. Who likes a place gives more stars to all of it, so that a weight that does best here is too large.',
      ],
    },
  };
}

/** `n`: reviews with stars for an aspect, not the middle ones, that mention it. */
function measureWith(
  weight: number,
  reviews: readonly StarredReview[],
  vocabulary: Vocabulary,
  createAnnotate: Reading['createAnnotate'],
) {
  const annotate = createAnnotate(vocabulary);
  let [n, sided, right] = [0, 0, 0];
  for (const { text, rating, stars } of reviews) {
    // Stars further from the middle count as the same stars would with a larger weight.
    const stretched = MIDDLE + ((rating - MIDDLE) * weight) / STARS_LOG_ODDS;
    const review = { reviewBody: text, rating: stretched, inLanguage: 'en' };
    const { aspects = [] } = annotate({ ...review, aspects: undefined });
    for (const [id, given] of stars) {
      const own = aspects.filter((mention) => mention.id === id && mention.about === 'business');
      if (own.length === 0 || given === MIDDLE) continue;
      n++;
      const of = (side: string) => own.filter(({ sentiment }) => sentiment === side).length;
      const lead = of('positive') - of('negative');
      if (lead === 0) continue;
      sided++;
      if (lead > 0 === given > MIDDLE) right++;
    }
  }
  return {
    n,
    coverage: n === 0 ? null : sided / n,
    accuracyWhenPublished: sided === 0 ? null : right / sided,
  };
}
