import type { AspectJudgement, AspectSentiment } from '#dataset/stored-review.ts';

const WORDS = {
  positive: 'praise',
  neutral: 'no side',
  negative: 'criticism',
  mixed: 'both sides',
};

/** A sentiment in the words that pages have for it. */
export function describeSentiment(sentiment: AspectSentiment): string {
  return WORDS[sentiment];
}

/** A sentiment and how surely it is said. How likely no side is, nobody asks. */
export function describeSaid(sentiment: AspectSentiment, confidence: number): string {
  const said = describeSentiment(sentiment);
  return sentiment === 'neutral' ? said : `${said}, ${describeConfidence(confidence)} sure`;
}

/** What editors say of an aspect, in a few words. */
export function describeJudgement(judgement: AspectJudgement): string {
  if (judgement === 'none') return 'none, so it is not published';
  const { sentiment, about } =
    typeof judgement === 'string' ? { sentiment: judgement, about: 'business' } : judgement;
  return about === 'other' ? 'about somebody else' : describeSentiment(sentiment);
}

/** How sure a side is. Only what editors judge is sure wholly: what is found is rounded down. */
export function describeConfidence(confidence: number): string {
  return `${Math.floor(100 * confidence)} %`;
}
