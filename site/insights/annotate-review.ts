import type { Annotate, CreateAnnotate } from '#dataset/annotate.ts';
import { applyJudgements } from './apply-judgements.ts';
import { createAspectFinder } from './find-aspects.ts';
import { isAnalysed } from './is-analysed.ts';
import { judgeText } from './judge-text.ts';
import type { JudgeTokens } from './polarity/create-judge.ts';
import { CONFIDENT } from './polarity/judgement.ts';
import { judgeTokens } from './polarity/polarity.ts';
import { reviewSentiment } from './review-sentiment.ts';
import { scoreOf } from './score.ts';
import { listWords } from './text/tokenize.ts';

/** Only what editors judge is wholly sure, and known by that: EarlierAnalyses relies on it. */
const SUREST = 0.999;

/**
 * Makes the analysis of reviews: clause by clause, which aspects it speaks of and whether it
 * praises or blames, with the review's own stars as a weak prior. What editors judge wins. A review
 * without words, or in another language than English, has no sentiment. `sure`: from which confidence
 * on a clause takes a side.
 */
export function createAnnotator(
  judge: JudgeTokens = judgeTokens,
  sure = CONFIDENT,
): CreateAnnotate {
  return ({ aspects }) => {
    const findAspects = createAspectFinder(aspects);
    const order = aspects.map(({ id }) => id);
    return (review) => {
      const { reviewBody, rating } = review;
      const sentences = isAnalysed(review) ? judgeText(reviewBody, rating, judge, sure) : [];
      const found = sentences
        .flatMap(({ clauses }) => clauses)
        .flatMap(({ clause, label, score, confidence }) => {
          const { start, end, tokens } = clause;
          return findAspects(listWords(tokens)).map(({ id }) => ({
            id,
            about: 'business' as const,
            sentiment: label,
            score: scoreOf(score, 1),
            confidence: Math.min(scoreOf(confidence, 1), SUREST),
            quote: reviewBody.slice(start, end),
            start,
            end,
          }));
        });
      const opinions = sentences.flatMap((sentence) => sentence.opinions);
      const mentions = applyJudgements(found, review, order);
      const isJudged = opinions.length > 0;
      return {
        ...(isJudged && { sentiment: reviewSentiment(opinions, rating) }),
        ...((isJudged || mentions.length > 0) && { aspects: mentions }),
      } satisfies ReturnType<Annotate>;
    };
  };
}
