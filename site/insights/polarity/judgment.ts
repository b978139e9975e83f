/** The probabilities that a text says something good, neither, or something bad; their sum is 1. */
export type Judgment = {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  /** The probability of both something good and something bad, estimated separately. */
  readonly mixed: number;
};

/** Judges a text. Equal texts get equal judgments. */
export type JudgePolarity = (text: string) => Judgment;

export type Polarity = 'positive' | 'neutral' | 'negative';

/** A label, and the confidence in it, from 0 to 1. */
export type Decision<Label = Polarity> = { readonly label: Label; readonly confidence: number };

/** From this confidence on, a judgment counts as it is. */
export const CONFIDENT = 0.78;

/** The more likely side of a text that has one; even odds count as positive. */
export function decideSide({ positive, negative }: Judgment): Decision<'positive' | 'negative'> {
  const share = positive / (positive + negative);
  return share >= 0.5
    ? { label: 'positive', confidence: share }
    : { label: 'negative', confidence: 1 - share };
}
