import type { AspectList } from '#dataset/resolve-aspects.ts';
import type { AspectLine } from '../labelled/aspect-file.ts';
import type { Label } from '../labelled/label.ts';
import type { Reading } from './analysis.ts';
import { chooseOfMentions, chooseOfText } from './choose-label.ts';
import type { Finding } from './detection.ts';
import type { Prediction } from './prediction.ts';

/** What was predicted of an aspect that people named; where it was not found, by the whole text. */
export type AspectPrediction = Prediction & {
  readonly text: string;
  readonly aspect: string;
  readonly isFound: boolean;
};

export type AspectPredictions = {
  /** The aspects of each distinct text. */
  readonly findings: readonly Finding[];
  /** One for each line that names an aspect. */
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
  const annotate = reading.createAnnotate({ ...list, names: [] });
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
      const choice = mentioned
        ? chooseOfMentions(mentioned, given)
        : chooseOfText(text, given, reading);
      const isFound = mentioned !== undefined;
      const { label: predicted, confidence } = choice;
      predictions.push({ text, aspect, isFound, gold: label, predicted, confidence });
    }
  }
  return { findings, predictions };
}

function listGiven(lines: readonly AspectLine[]): ReadonlySet<Label> {
  return new Set(lines.flatMap(({ says }) => says?.label ?? []));
}
