// Two packages that come without types, as far as they are used here.

declare module 'vader-sentiment' {
  const vader: {
    readonly SentimentIntensityAnalyzer: {
      polarity_scores(text: string): { readonly compound: number };
    };
  };
  export default vader;
}

declare module 'sentiment' {
  export default class Sentiment {
    analyze(text: string): { readonly score: number };
  }
}
