import type { Review } from '#dataset/review.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import type { Decision } from '#insights/polarity/judgement.ts';
import type { Opinion } from './judge-text.ts';
import { reviewSentiment } from './judge-text.ts';
import { createReader } from './read-text.ts';

type Label = NonNullable<Review['sentiment']>['label'];

/** Three stars say nothing. */
const NO_PRIOR = 3;
const NOBODY = { aspects: [], others: [], names: [], people: [] };
/** Every sentence with an opinion takes the likelier side, however unsure. */
const ALWAYS = 0.5;

/**
 * Makes a labeller of texts as reviews are labelled, but without stars and, unless `sure` says
 * otherwise, without calling what is unsure neutral: for evaluation. A label is as sure as the least
 * sure opinion of its kind.
 */
export function createTextLabeller(
  judge: JudgeTokens,
  sure = ALWAYS,
): (text: string) => Decision<Label> {
  const read = createReader(NOBODY, judge, sure);
  return (text) => {
    const sentences = read({ reviewBody: text, rating: NO_PRIOR });
    const opinions = sentences.flatMap((sentence) => sentence.opinions);
    const { label } = reviewSentiment(opinions, NO_PRIOR);
    const speaking = opinions.filter(
      (opinion) => (opinion.label === 'neutral') === (label === 'neutral'),
    );
    return { label, confidence: leastSure(speaking) };
  };
}

function leastSure(opinions: readonly Opinion[]): number {
  return Math.min(1, ...opinions.map(({ confidence }) => confidence));
}
