import type { AnnotatedText, Annotations, CreateAnnotate } from '#dataset/annotate.ts';
import { fold } from '#dataset/text/fold.ts';
import type { AspectModel } from '#insights/aspects/aspect-model.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import { CONFIDENT } from '#insights/polarity/judgment.ts';
import { judgeTokens } from '#insights/polarity/polarity.ts';
import { widestQuote } from '#insights/quotes/quotation.ts';
import { isAnalyzed } from '#insights/text/segment-text.ts';
import type { Mention, PersonMention } from '../mention.ts';
import { scoreOf } from '../score.ts';
import { type Opinion, reviewSentiment } from './judge-text.ts';
import { createReader, type ReadClause } from './read-text.ts';

/** The highest confidence of the model; editors have 1. */
const SUREST = 0.999;

/**
 * Analyzes reviews: text → sentences and clauses (text/) → whose conduct, and which mode (conduct/)
 * → aspects (aspects/find-aspects.ts) → praise or blame (polarity/, with the stars as a prior) →
 * mentions and the sentiment of the review. Judgments of editors win. A review without words, or
 * not in English, has only the sentiment that they give it. `sure`: the minimum confidence of a
 * side.
 */
export function createAnnotator(
  judge: JudgeTokens = judgeTokens,
  sure = CONFIDENT,
  lawModel?: AspectModel,
): CreateAnnotate {
  return (vocabulary) => {
    const read = createReader(vocabulary, judge, sure, lawModel);
    const order = vocabulary.aspects.map(({ id }) => id);
    return (review) => {
      const { reviewBody } = review;
      const sentences = isAnalyzed(review) ? read(review) : [];
      const clauses = sentences.flatMap((sentence) => sentence.clauses);
      const found = clauses.flatMap((clause) =>
        clause.aspects.map(({ id }) => {
          return {
            id,
            about: clause.about,
            sentiment: clause.label,
            ...statementOf(clause, reviewBody),
          };
        }),
      );
      const opinions = sentences
        .filter(({ clauses }) => !clauses.some((clause) => isOthersBy(review, clause)))
        .flatMap((sentence) => sentence.opinions);
      const mentions = applyJudgments(found, review, order);
      const people = findPeople(clauses, review);
      const isRead = sentences.length > 0;
      const sentiment = sentimentOf(review, isRead ? opinions : undefined);
      return {
        ...(sentiment && { sentiment }),
        ...((isRead || mentions.length > 0) && { aspects: mentions }),
        ...(people.length > 0 && { people }),
      };
    };
  };
}

/** Returns the score and the confidence of a clause, and its words. */
function statementOf(
  { clause: { start, end }, score, confidence }: ReadClause,
  reviewBody: string,
) {
  return {
    score: scoreOf(score, 1),
    confidence: Math.min(scoreOf(confidence, 1), SUREST),
    quote: reviewBody.slice(start, end),
    start,
    end,
  };
}

/** Minimum confidence of praise or blame of a person, to whom a mistake would be unfair. */
const SURE_OF_PEOPLE = 0.9;

/** Finds confident praise and criticism of people; if editors list people, of those alone. */
function findPeople(clauses: readonly ReadClause[], review: AnnotatedText): PersonMention[] {
  const { technicians, quotes, reviewBody } = review;
  const isVetoed = createVeto(quotes, reviewBody);
  return clauses.flatMap((clause) => {
    const { label: sentiment, confidence, people } = clause;
    const isSure = sentiment !== 'neutral' && confidence >= SURE_OF_PEOPLE;
    if (!isSure || isOthersBy(review, clause)) return [];
    const statement = { sentiment, ...statementOf(clause, reviewBody) };
    return people
      .filter((id) => technicians?.includes(id) !== false)
      .toSorted()
      .map((id) => ({
        id,
        ...statement,
        ...(isVetoed(statement) && { quotable: false as const }),
      }));
  });
}

/** Returns the label and the score of a review: an editor’s, or the total of its opinions. */
function sentimentOf(
  { rating, sentiment }: AnnotatedText,
  opinions: readonly Opinion[] | undefined,
): Annotations['sentiment'] {
  if (sentiment) return { label: sentiment, score: SCORES[sentiment] };
  return opinions && reviewSentiment(opinions, rating);
}

/** True if an editor says that the aspects of a clause are about someone else. */
function isOthersBy({ aspects = {} }: AnnotatedText, { aspects: found }: ReadClause): boolean {
  return found.some(({ id }) => {
    const judgment = aspects[id];
    return typeof judgment === 'object' && judgment.about === 'other';
  });
}

/** The scores of an editor's labels. */
const SCORES = { positive: 1, neutral: 0, mixed: 0, negative: -1 };

/**
 * Replaces findings with the judgments of editors: one mention of the aspect with the most
 * confident quote, or the whole text if nothing was found; or no mention. Marks clauses that must
 * not be quoted. Mentions are ordered by their start, then as the aspects are.
 */
export function applyJudgments(
  found: readonly Mention[],
  { aspects = {}, quotes, reviewBody }: AnnotatedText,
  order: readonly string[],
): Mention[] {
  const judged = Object.entries(aspects).flatMap(([id, judgment]): Mention[] => {
    if (judgment === 'none') return [];
    const statement =
      typeof judgment === 'string'
        ? ({ about: 'business', sentiment: judgment } as const)
        : judgment;
    const whole = { quote: reviewBody, start: 0, end: reviewBody.length };
    const [surest = whole] = found
      .filter((mention) => mention.id === id)
      .sort((a, b) => b.confidence - a.confidence);
    const { quote, start, end } = surest;
    return [
      { id, ...statement, score: SCORES[statement.sentiment], confidence: 1, quote, start, end },
    ];
  });
  const mentions = [...found.filter(({ id }) => !Object.hasOwn(aspects, id)), ...judged];
  const isVetoed = createVeto(quotes, reviewBody);
  return mentions
    .map((mention) => (isVetoed(mention) ? { ...mention, quotable: false as const } : mention))
    .sort((a, b) => a.start - b.start || order.indexOf(a.id) - order.indexOf(b.id));
}

/** Creates a test for mentions whose widest quote has a vetoed phrase. */
function createVeto(
  quotes: AnnotatedText['quotes'],
  reviewBody: string,
): (mention: Pick<Mention, 'start' | 'end'>) => boolean {
  if (quotes === undefined) return () => false;
  if (quotes === 'never') return () => true;
  const phrases = quotes.map(fold);
  return (mention) => {
    const quote = fold(widestQuote(reviewBody, mention));
    return phrases.some((phrase) => quote.includes(phrase));
  };
}
