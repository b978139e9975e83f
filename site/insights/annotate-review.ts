import type { Annotate, AnnotatedText, Annotations, CreateAnnotate } from '#dataset/annotate.ts';
import { applyJudgements, SCORES } from './apply-judgements.ts';
import { isAnalysed } from './is-analysed.ts';
import type { Opinion } from './judge-text.ts';
import type { JudgeTokens } from './polarity/create-judge.ts';
import { CONFIDENT } from './polarity/judgement.ts';
import { judgeTokens } from './polarity/polarity.ts';
import { createReader, type ReadClause } from './read-text.ts';
import { reviewSentiment } from './review-sentiment.ts';
import { scoreOf } from './score.ts';

/** Only what editors judge is wholly sure. */
const SUREST = 0.999;

/**
 * Makes the analysis of reviews: clause by clause, which aspects it speaks of, whose conduct it tells
 * of and whether it praises or blames, with the review's own stars as a prior. What editors judge wins. A
 * review without words, or in another language than English, has no sentiment but theirs. `sure`: from
 * which confidence on a clause takes a side.
 */
export function createAnnotator(
  judge: JudgeTokens = judgeTokens,
  sure = CONFIDENT,
): CreateAnnotate {
  return (vocabulary) => {
    const read = createReader(vocabulary, judge, sure);
    const order = vocabulary.aspects.map(({ id }) => id);
    return (review) => {
      const { reviewBody } = review;
      const sentences = isAnalysed(review) ? read(review) : [];
      const found = sentences
        .flatMap(({ clauses }) => clauses)
        .flatMap(({ clause: { start, end }, about, label, score, confidence, aspects }) =>
          aspects.map(({ id }) => ({
            id,
            about,
            sentiment: label,
            score: scoreOf(score, 1),
            confidence: Math.min(scoreOf(confidence, 1), SUREST),
            quote: reviewBody.slice(start, end),
            start,
            end,
          })),
        );
      const opinions = sentences
        .filter(({ clauses }) => !clauses.some((clause) => isOthersBy(review, clause)))
        .flatMap((sentence) => sentence.opinions);
      const mentions = applyJudgements(found, review, order);
      const isRead = sentences.length > 0;
      const sentiment = sentimentOf(review, isRead ? opinions : undefined);
      return {
        ...(sentiment && { sentiment }),
        ...((isRead || mentions.length > 0) && { aspects: mentions }),
      } satisfies ReturnType<Annotate>;
    };
  };
}

/** The label and the score of a review: an editor’s, or what its opinions come to. */
function sentimentOf(
  { rating, sentiment }: AnnotatedText,
  opinions: readonly Opinion[] | undefined,
): Annotations['sentiment'] {
  if (sentiment) return { label: sentiment, score: SCORES[sentiment] };
  return opinions && reviewSentiment(opinions, rating);
}

/** Whether an editor says that what a clause speaks of is about somebody else. */
function isOthersBy({ aspects = {} }: AnnotatedText, { aspects: found }: ReadClause): boolean {
  return found.some(({ id }) => {
    const judgement = aspects[id];
    return typeof judgement === 'object' && judgement.about === 'other';
  });
}
