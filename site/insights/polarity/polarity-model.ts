/** How much a feature speaks for something, in log-odds. */
export type Weights = {
  /** For praise, against blame. */
  readonly polarity: number;
  /** For an opinion, against none. */
  readonly opinion: number;
  /** For praise and blame together, against all else. */
  readonly mixture: number;
};

/**
 * Three logistic regressions over the same features: whether a text says anything good or bad at
 * all, which of both, and whether both.
 */
export type PolarityModel = {
  /** Terms of one word or more, and their valences, −4 to 4. */
  readonly lexicon: ReadonlyMap<string, number>;
  readonly grams: ReadonlyMap<string, Weights>;
  /** In the order of `SIGNALS`. */
  readonly signals: readonly Weights[];
  readonly bias: Weights;
};
