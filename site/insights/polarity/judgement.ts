/** How likely a text says something good, nothing of either kind, or something bad: adds up to 1. */
export type Judgement = {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  /** How likely it says something good and something bad, asked apart from the others. */
  readonly mixed: number;
};

/** Judges a text. Same text, same judgement. */
export type JudgePolarity = (text: string) => Judgement;

export type Polarity = 'positive' | 'neutral' | 'negative';

/** A label, and how sure it is, from 0 to 1. */
export type Decision<Label = Polarity> = { readonly label: Label; readonly confidence: number };

/** From this confidence on a judgement is taken as it is. */
export const CONFIDENT = 0.78;

/** The likelier side, of a text that is known to take one; even ones count as positive. */
export function decideSide({ positive, negative }: Judgement): Decision<'positive' | 'negative'> {
  const share = positive / (positive + negative);
  return share >= 0.5
    ? { label: 'positive', confidence: share }
    : { label: 'negative', confidence: 1 - share };
}
