import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import type { Judgment } from '#insights/polarity/judgment.ts';

/** The judgment of what is so likely neutral, otherwise with such a share praise, and mixed. */
export function judgmentOf(share: number, neutral: number, mixed = 0): Judgment {
  const opinion = 1 - neutral;
  return { positive: opinion * share, neutral, negative: opinion * (1 - share), mixed };
}

/** A judge of "good" and "bad"; other words say nothing. Both make a text mixed, the more its side. */
export const judgeByWords: JudgeTokens = (tokens) => {
  const countOf = (word: string) => tokens.filter(({ text }) => text === word).length;
  const [good, bad] = [countOf('good'), countOf('bad')];
  if (good + bad === 0) return judgmentOf(0.5, 0.9);
  const share = good === bad ? 0.5 : good > bad ? 0.9 : 0.1;
  return judgmentOf(share, 0.05, good > 0 && bad > 0 ? 0.8 : 0.05);
};
