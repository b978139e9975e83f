import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { CONFIDENT } from '#insights/polarity/judgment.ts';
import {
  type AspectText,
  type LabeledText,
  MAMS_ASPECTS_FILE,
  readAspects,
} from '../labeled/labeled.ts';
import { createReading, describeAspects, type Models, predictAspects } from './aspects.ts';
import { measureConfident, measureLabels, measureSides, type Verdict } from './measures.ts';
import { describeShares, type Section } from './section.ts';

/** Every clause with an opinion takes the likelier side. Its confidence is measured separately. */
const LIKELIER = 0.5;

/** Evaluates sentences that are labeled only for aspects. */
export function evaluateMams(texts: readonly AspectText[], models: Models): readonly Section[] {
  const list = readAspects(MAMS_ASPECTS_FILE);
  const verdictsAt = (sure: number) =>
    predictAspects(texts, list, createReading(models, sure)).predictions;
  return evaluate('MAMS-ACSA validation', texts, list, models, verdictsAt, [
    'The labels are of aspects. An aspect that was not found takes the label of the whole sentence.',
  ]);
}

/** Evaluates clauses that are labeled on the whole and for aspects. */
export function evaluateClauses(
  texts: readonly (LabeledText & AspectText)[],
  list: AspectList,
  models: Models,
): readonly Section[] {
  const verdictsAt = (sure: number) => {
    const { labelText } = createReading(models, sure);
    return texts.map(({ text, label: gold }) => {
      const { label: predicted, confidence } = labelText(text);
      return { gold, predicted, confidence };
    });
  };
  return evaluate('legal clauses written for this project', texts, list, models, verdictsAt, [
    'The project wrote and labeled these clauses itself, as it did its training sentences: they show what a change breaks, and other texts fare worse.',
  ]);
}

function evaluate(
  dataset: string,
  texts: readonly AspectText[],
  list: AspectList,
  models: Models,
  verdictsAt: (sure: number) => readonly Verdict[],
  notes: readonly string[],
): readonly Section[] {
  const [likelier, published] = [verdictsAt(LIKELIER), verdictsAt(CONFIDENT)];
  const cells = [likelier.length];
  const found = predictAspects(texts, list, createReading(models, LIKELIER));
  return [
    describeAspects(dataset, found, list),
    describeShares(
      `The likelier side: ${dataset}`,
      ['labels', 'n', 'accuracy', 'macro-F1', 'when confident', 'answered'],
      notes,
      [
        {
          ...{ name: 'positive, neutral, negative, mixed', cells, dataset },
          shares: { ...measureLabels(likelier), ...measureConfident(likelier) },
        },
      ],
    ),
    describeShares(
      `As published, neutral below a confidence of ${CONFIDENT}: ${dataset}`,
      ['labels', 'n', 'accuracy', 'macro-F1', 'called positive or negative', 'of these right'],
      [],
      [
        {
          name: 'positive, neutral, negative, mixed',
          ...{ cells, dataset: `${dataset}, as published` },
          shares: { ...measureLabels(published), ...measureSides(published) },
        },
      ],
    ),
  ];
}
