// What of two packages without types of their own is used here.

declare module 'vader-sentiment' {
  const vader: {
    readonly SentimentIntensityAnalyzer: {
      /** `compound` is the normalised sum of all, from -1 to 1. */
      polarity_scores(text: string): { readonly compound: number };
    };
  };
  export default vader;
}

declare module 'sentiment' {
  export default class Sentiment {
    /** `score` is the sum of what AFINN-165 gives each word, negated after words of negation. */
    analyze(text: string): { readonly score: number };
  }
}
