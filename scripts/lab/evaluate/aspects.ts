import type { Annotations, CreateAnnotate } from '#dataset/annotate.ts';
import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { decide, decideSide, type JudgePolarity } from '#insights/polarity/judgement.ts';
import type { BenchReport } from '../bench/report.ts';
import type { AspectLine } from '../labelled/aspect-files.ts';
import type { Label } from '../labelled/labelled.ts';
import { accuracyOf, type Finding, measureDetection, type Prediction } from './metrics.ts';
import { type Figure, formatShare } from './sections.ts';

export type Reading = {
  readonly judge: JudgePolarity;
  readonly createAnnotate: CreateAnnotate;
  /** The label of a text over its clauses, as reviews are labelled, without stars. */
  readonly labelText: (text: string) => Choice;
};

/** A model that takes the likelier side, and as it is published: neutral where it is unsure. */
export type Analysis = Reading & { readonly published: Reading };

/** What was predicted of an aspect that people named; where it was not found, by the whole text. */
type AspectPrediction = Prediction & {
  readonly text: string;
  readonly aspect: string;
  readonly isFound: boolean;
};

type AspectPredictions = {
  readonly findings: readonly Finding[];
  readonly predictions: readonly AspectPrediction[];
};

/** A review of three stars, which speak for no side, that no editor judged. */
const UNRATED = { rating: 3, inLanguage: 'en', aspects: undefined };

/**
 * Finds aspects in each distinct text, and predicts what it says of those that lines name, by one of
 * the labels that are `given`: by default those that people gave.
 */
export function predictAspects(
  lines: readonly AspectLine[],
  list: AspectList,
  reading: Reading,
  given: ReadonlySet<Label> = listGiven(lines),
): AspectPredictions {
  const annotate = reading.createAnnotate({ ...list, names: [], people: [] });
  const findings: Finding[] = [];
  const predictions: AspectPrediction[] = [];
  for (const [text, own] of Map.groupBy(lines, (line) => line.text)) {
    const found = annotate({ ...UNRATED, reviewBody: text }).aspects ?? [];
    const mentions = Map.groupBy(found, ({ id }) => id);
    const said = own.flatMap(({ says }) => says ?? []);
    const gold = new Set(said.map(({ aspect }) => aspect));
    findings.push({ gold, found: new Set(mentions.keys()) });
    for (const { aspect, label } of said) {
      const mentioned = mentions.get(aspect);
      const { label: predicted, confidence } = mentioned
        ? chooseOfMentions(mentioned, given)
        : chooseOfText(text, given, reading);
      const isFound = mentioned !== undefined;
      predictions.push({ text, aspect, isFound, gold: label, predicted, confidence });
    }
  }
  return { findings, predictions };
}

function listGiven(lines: readonly AspectLine[]): ReadonlySet<Label> {
  return new Set(lines.flatMap(({ says }) => says?.label ?? []));
}

export type Choice = { readonly label: Label; readonly confidence: number };

export type Mention = NonNullable<Annotations['aspects']>[number];

/**
 * What some mentions say of one aspect: their one side, mixed where both occur, neutral where none
 * does. Where people gave no such label, it is the side to which the mentions lean on the mean.
 */
export function chooseOfMentions(mentions: readonly Mention[], given: ReadonlySet<Label>): Choice {
  const positive = surest(mentions, 'positive');
  const negative = surest(mentions, 'negative');
  if (positive > 0 && negative > 0) {
    if (given.has('mixed')) return { label: 'mixed', confidence: Math.min(positive, negative) };
    return leanOf(mentions);
  }
  if (positive > 0) return { label: 'positive', confidence: positive };
  if (negative > 0) return { label: 'negative', confidence: negative };
  if (!given.has('neutral')) return leanOf(mentions);
  return { label: 'neutral', confidence: surest(mentions, 'neutral') };
}

/** What a text says on the whole, in one of the labels that people gave. */
export function chooseOfText(
  text: string,
  given: ReadonlySet<Label>,
  { judge, labelText }: Pick<Reading, 'judge' | 'labelText'>,
): Choice {
  const whole = labelText(text);
  if (given.has(whole.label)) return whole;
  return given.has('neutral') ? decide(judge(text)) : decideSide(judge(text));
}

/** The greatest confidence of the mentions with a label; 0 of none. A mixed one is of both sides. */
function surest(mentions: readonly Mention[], label: Label): number {
  const own = mentions.filter(
    ({ sentiment }) => sentiment === label || (sentiment === 'mixed' && label !== 'neutral'),
  );
  return Math.max(0, ...own.map(({ confidence }) => confidence));
}

/** A score is the probability of positive less that of negative. */
function leanOf(mentions: readonly Mention[]): Choice {
  const score = mentions.reduce((sum, mention) => sum + mention.score, 0) / mentions.length;
  return { label: score < 0 ? 'negative' : 'positive', confidence: (1 + Math.abs(score)) / 2 };
}

export function reportAspects(
  dataset: string,
  { findings, predictions }: AspectPredictions,
  aspects: readonly Aspect[],
): BenchReport {
  const found = predictions.filter(({ isFound }) => isFound);
  const cellsOf = (name: string, only?: string) => {
    const { n, precision, recall, f1 } = measureDetection(findings, only);
    const judged = found.filter(({ aspect }) => only === undefined || aspect === only);
    const shares = [precision, recall, f1, accuracyOf(judged)].map(formatShare);
    return [name, n, ...shares];
  };
  return {
    title: `Aspects found: ${dataset}`,
    columns: ['aspect', 'n', 'precision', 'recall', 'F1', 'side where found'],
    rows: [cellsOf('all (micro)'), ...aspects.map(({ id }) => cellsOf(id, id))],
  };
}

export function listAspectFigures(
  dataset: string,
  { findings, predictions }: AspectPredictions,
): readonly Figure[] {
  const { precision, recall, f1 } = measureDetection(findings);
  const found = predictions.filter(({ isFound }) => isFound);
  const n = findings.length;
  return [
    { dataset, metric: 'aspectPrecision', value: precision, n },
    { dataset, metric: 'aspectRecall', value: recall, n },
    { dataset, metric: 'aspectF1', value: f1, n },
    { dataset, metric: 'aspectSentimentAccuracy', value: accuracyOf(found), n: found.length },
  ];
}
