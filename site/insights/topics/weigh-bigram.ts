/** Reviews of every trade: what stands in them as often as here is no topic. */
export type Background = {
  readonly reviewCount: number;
  /** How many of them hold each bigram of `bigramsIn`; any other stands in none. */
  readonly bigrams: ReadonlyMap<string, number>;
};

/** In how many of how many reviews something stands. */
type Frequency = { readonly count: number; readonly reviewCount: number };

/** So many reviews of the background the prior is worth, and half a review more for and against. */
const PRIOR_REVIEWS = 100;

/**
 * How much more frequent something is here than in the background: the log-odds ratio with an
 * informative Dirichlet prior, as a z-score (Monroe, Colaresi and Quinn 2008, "Fightin' Words"). A
 * review holds it or not, so that the prior has two categories; its halves are those of Jeffreys,
 * for what the background does not hold at all.
 */
export function weighBigram(here: Frequency, background: Frequency): number {
  const expected = (PRIOR_REVIEWS * background.count) / Math.max(1, background.reviewCount);
  const withPrior = ({ count, reviewCount }: Frequency) => ({
    holding: count + expected + 0.5,
    lacking: reviewCount - count + PRIOR_REVIEWS - expected + 0.5,
  });
  const [a, b] = [withPrior(here), withPrior(background)];
  const ratio = Math.log(a.holding / a.lacking) - Math.log(b.holding / b.lacking);
  return ratio / Math.sqrt(1 / a.holding + 1 / b.holding);
}
