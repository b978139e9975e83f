import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { reviewSentiment } from '#insights/annotation/judge-text.ts';
import { createReader } from '#insights/annotation/read-text.ts';
import type { AspectModel } from '#insights/aspects/aspect-model.ts';
import type { Mention } from '#insights/mention.ts';
import { createTokenJudge, type JudgeTokens } from '#insights/polarity/create-judge.ts';
import type { Decision, Judgment } from '#insights/polarity/judgment.ts';
import type { PolarityModel } from '#insights/polarity/model-file.ts';
import { tokenize } from '#insights/text/tokenize.ts';
import type { AspectText, Label } from '../labeled/labeled.ts';
import { divide, isRight, shareOf } from './measures.ts';
import { describeShares, type Section } from './section.ts';

/** The models by which texts are read: of polarity, and of the aspects of the list for law. */
export type Models = { readonly polarity: PolarityModel; readonly aspects: AspectModel };

/** Reads texts without stars, by a model that takes sides at a confidence of `sure` or more. */
export function createReading({ polarity, aspects }: Models, sure: number) {
  const judgeTokens = createTokenJudge(polarity);
  return {
    judge: (text: string) => judgeTokens(tokenize(text)),
    createAnnotate: createAnnotator(judgeTokens, sure, aspects),
    labelText: createTextLabeler(judgeTokens, sure),
  };
}

/**
 * Finds aspects in texts, one text at a time, and predicts the labels of those that people named.
 * An aspect that was not found takes the label of the whole text.
 */
export function predictAspects(
  texts: readonly AspectText[],
  list: AspectList,
  { judge, createAnnotate, labelText }: ReturnType<typeof createReading>,
) {
  const annotate = createAnnotate({ trade: undefined, ...list, ...NAMELESS });
  const isMixedGiven = texts.some(({ says }) => says.some(({ label }) => label === 'mixed'));
  const read = texts.map(({ text, says }) => {
    const { aspects = [] } = annotate({ reviewBody: text, rating: 3, inLanguage: 'en' });
    const mentions = Map.groupBy(aspects, ({ id }) => id);
    const whole = labelText(text);
    const decided = whole.label === 'mixed' && !isMixedGiven ? decide(judge(text)) : whole;
    const predictions = says.map(({ aspect, label: gold }) => {
      const own = mentions.get(aspect);
      const { label, confidence } = own ? decideMentions(own, isMixedGiven) : decided;
      return { aspect, isFound: own !== undefined, gold, predicted: label, confidence };
    });
    return { found: [...mentions.keys()], predictions };
  });
  return {
    texts: texts.length,
    found: read.flatMap(({ found }) => found),
    predictions: read.flatMap(({ predictions }) => predictions),
  };
}

/** Returns the likeliest of the three. */
export function decide({ positive, neutral, negative }: Judgment): Decision {
  if (neutral >= positive && neutral >= negative) return { label: 'neutral', confidence: neutral };
  return positive >= negative
    ? { label: 'positive', confidence: positive }
    : { label: 'negative', confidence: negative };
}

/**
 * Returns the label of some mentions of one aspect: their one side, neutral if all are, mixed if
 * both sides occur or, if people never gave that label, the side to which they lean on average.
 */
function decideMentions(mentions: readonly Mention[], isMixedGiven: boolean): Decision<Label> {
  const surest = (...labels: readonly Label[]) => {
    const own = mentions.filter(({ sentiment }) => labels.includes(sentiment));
    return Math.max(0, ...own.map(({ confidence }) => confidence));
  };
  const [positive, negative] = [surest('positive', 'mixed'), surest('negative', 'mixed')];
  if (positive > 0 && negative > 0) {
    if (isMixedGiven) return { label: 'mixed', confidence: Math.min(positive, negative) };
    // A score is the probability of positive minus the probability of negative.
    const score = mentions.reduce((sum, mention) => sum + mention.score, 0) / mentions.length;
    const label = score < 0 ? 'negative' : 'positive';
    return { label, confidence: (1 + Math.abs(score)) / 2 };
  }
  if (positive > 0) return { label: 'positive', confidence: positive };
  if (negative > 0) return { label: 'negative', confidence: negative };
  return { label: 'neutral', confidence: surest('neutral') };
}

type Found = ReturnType<typeof predictAspects>;

export function measureAspects({ texts, found, predictions }: Found) {
  const own = predictions.filter(({ isFound }) => isFound);
  const [hits, named] = [own.length, predictions.length];
  return {
    aspectPrecision: { n: texts, value: divide(hits, found.length) },
    aspectRecall: { n: texts, value: divide(hits, named) },
    aspectF1: { n: texts, value: divide(2 * hits, named + found.length) },
    aspectSentimentAccuracy: shareOf(own, isRight),
  };
}

export function describeAspects(dataset: string, all: Found, { aspects }: AspectList): Section {
  const only = (id: string) => ({
    ...all,
    found: all.found.filter((aspect) => aspect === id),
    predictions: all.predictions.filter(({ aspect }) => aspect === id),
  });
  const rowOf = (name: string, found: Found) => {
    return { name, cells: [found.predictions.length], shares: measureAspects(found) };
  };
  return describeShares(
    `Aspects found: ${dataset}`,
    ['aspect', 'n', 'precision', 'recall', 'F1', 'side where found'],
    [],
    [{ ...rowOf('all (micro)', all), dataset }, ...aspects.map(({ id }) => rowOf(id, only(id)))],
  );
}

/** Three stars say nothing. */
const NO_PRIOR = 3;
const NAMELESS = { names: [], people: [], technicians: [] };
const NOBODY = { aspects: [], trade: undefined, others: [], ...NAMELESS };

/**
 * Returns a labeler of texts that labels as for reviews, but without stars: for evaluation. Below the
 * confidence `sure` a text is neutral. A label is as sure as the least sure opinion of its kind.
 */
function createTextLabeler(judge: JudgeTokens, sure: number): (text: string) => Decision<Label> {
  const read = createReader(NOBODY, judge, sure);
  return (text) => {
    const sentences = read({ reviewBody: text, rating: NO_PRIOR });
    const opinions = sentences.flatMap((sentence) => sentence.opinions);
    const { label } = reviewSentiment(opinions, NO_PRIOR);
    const speaking = opinions.filter((one) => (one.label === 'neutral') === (label === 'neutral'));
    return { label, confidence: Math.min(1, ...speaking.map(({ confidence }) => confidence)) };
  };
}
