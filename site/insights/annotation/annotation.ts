import type { AnnotatedText, Annotations, CreateAnnotate } from '#dataset/annotate.ts';
import { fold } from '#dataset/text/fold.ts';
import type { AspectModel } from '#insights/aspects/aspect-model.ts';
import type { JudgeTokens } from '#insights/polarity/create-judge.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import { judgeTokens } from '#insights/polarity/polarity.ts';
import { widestQuote } from '#insights/quotes/quotation.ts';
import { isAnalysed } from '#insights/text/segment-text.ts';
import type { Mention, PersonMention } from '../mention.ts';
import { scoreOf } from '../score.ts';
import { type Opinion, reviewSentiment } from './judge-text.ts';
import { createReader, type ReadClause } from './read-text.ts';

/** The highest confidence of the model; editors have 1. */
const SUREST = 0.999;

/**
 * Analyses reviews: text → sentences and clauses (text/) → whose conduct and which mode (conduct/) →
 * aspects (aspects/find-aspects.ts) → praise or blame (polarity/, with the stars as a prior) →
 * mentions and the sentiment of the review. What editors judge wins. A review without words, or not
 * in English, has no sentiment but theirs. `sure`: the least confidence with which a clause takes a side.
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
      const sentences = isAnalysed(review) ? read(review) : [];
      const clauses = sentences.flatMap((sentence) => sentence.clauses);
      const found = clauses.flatMap((clause) =>
        clause.aspects.map(({ id }) => {
          return {
            id,
            about: clause.about,
            sentiment: clause.label,
            ...saying(clause, reviewBody),
          };
        }),
      );
      const opinions = sentences
        .filter(({ clauses }) => !clauses.some((clause) => isOthersBy(review, clause)))
        .flatMap((sentence) => sentence.opinions);
      const mentions = applyJudgements(found, review, order);
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

/** The score and the confidence of a clause, and its words. */
function saying({ clause: { start, end }, score, confidence }: ReadClause, reviewBody: string) {
  return {
    score: scoreOf(score, 1),
    confidence: Math.min(scoreOf(confidence, 1), SUREST),
    quote: reviewBody.slice(start, end),
    start,
    end,
  };
}

/** The least confidence with which a clause praises or blames a person, to whom a mistake would be unfair. */
const SURE_OF_PEOPLE = 0.9;

/** Sure praise and criticism of people; only of those that editors list, where they do. */
function findPeople(clauses: readonly ReadClause[], review: AnnotatedText): PersonMention[] {
  const { technicians, quotes, reviewBody } = review;
  const isVetoed = createVeto(quotes, reviewBody);
  return clauses.flatMap((clause) => {
    const { label: sentiment, confidence, people } = clause;
    const isSure = sentiment !== 'neutral' && confidence >= SURE_OF_PEOPLE;
    if (!isSure || isOthersBy(review, clause)) return [];
    const said = { sentiment, ...saying(clause, reviewBody) };
    return people
      .filter((id) => technicians?.includes(id) !== false)
      .toSorted()
      .map((id) => ({ id, ...said, ...(isVetoed(said) && { quotable: false as const }) }));
  });
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

/** The score of what an editor says. */
const SCORES = { positive: 1, neutral: 0, mixed: 0, negative: -1 };

/**
 * Replaces what was found with what editors judge: one mention of the aspect with the quote that was
 * surest, or the whole text where nothing was found; or none. Marks what must not be quoted. Mentions
 * are ordered by their start, then as the aspects are.
 */
export function applyJudgements(
  found: readonly Mention[],
  { aspects = {}, quotes, reviewBody }: AnnotatedText,
  order: readonly string[],
): Mention[] {
  const judged = Object.entries(aspects).flatMap(([id, judgement]): Mention[] => {
    if (judgement === 'none') return [];
    const said =
      typeof judgement === 'string'
        ? ({ about: 'business', sentiment: judgement } as const)
        : judgement;
    const whole = { quote: reviewBody, start: 0, end: reviewBody.length };
    const [surest = whole] = found
      .filter((mention) => mention.id === id)
      .sort((a, b) => b.confidence - a.confidence);
    const { quote, start, end } = surest;
    return [{ id, ...said, score: SCORES[said.sentiment], confidence: 1, quote, start, end }];
  });
  const mentions = [...found.filter(({ id }) => !Object.hasOwn(aspects, id)), ...judged];
  const isVetoed = createVeto(quotes, reviewBody);
  return mentions
    .map((mention) => (isVetoed(mention) ? { ...mention, quotable: false as const } : mention))
    .sort((a, b) => a.start - b.start || order.indexOf(a.id) - order.indexOf(b.id));
}

/** Whether a mention must not be quoted: a phrase stands in what may be quoted for it. */
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
