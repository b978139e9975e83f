import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { CONFIDENT } from '#insights/polarity/judgment.ts';
import {
  type AspectText,
  type LabeledText,
  MAMS_ASPECTS_FILE,
  readAspects,
} from '../labeled/labeled.ts';
import {
  createReading,
  type Models,
  measureAspects,
  predictAspects,
  tabulateAspects,
} from './aspects.ts';
import {
  measureConfident,
  measureLabels,
  measureSides,
  tabulateConfusion,
  type Verdict,
} from './measures.ts';
import { formatShares, listFigures, type Section } from './section.ts';

/** Every clause with an opinion takes the likelier side. Its confidence is measured separately. */
const LIKELIER = 0.5;

const MAMS = 'MAMS-ACSA validation';

/** Evaluates sentences that are labeled only for aspects. */
export function evaluateMams(texts: readonly AspectText[], models: Models): Section {
  const list = readAspects(MAMS_ASPECTS_FILE);
  return evaluate(MAMS, texts, list, models, {
    title: `Sides of the aspects named: ${MAMS}`,
    subjects: ['method', 'the model'],
    verdictsAt: (sure) => predictAspects(texts, list, createReading(models, sure)).predictions,
    notes: ['An aspect that was not found takes the label of the whole sentence.'],
  });
}

const CLAUSES = 'legal clauses written for this project';

/** Evaluates clauses that are labeled on the whole and for aspects. */
export function evaluateClauses(
  texts: readonly (LabeledText & AspectText)[],
  list: AspectList,
  models: Models,
): Section {
  return evaluate(CLAUSES, texts, list, models, {
    title: 'Legal clauses written for this project, labeled positive, neutral, negative or mixed',
    subjects: ['clauses', CLAUSES],
    verdictsAt: (sure) => {
      const { labelText } = createReading(models, sure);
      return texts.map(({ text, label: gold }) => {
        const { label: predicted, confidence } = labelText(text);
        return { gold, predicted, confidence };
      });
    },
    notes: [
      'The project wrote and labeled these clauses itself, as it did its training sentences: they show what a change breaks, and other texts fare worse.',
      `The model takes the likelier side. As published, clauses with a confidence below ${CONFIDENT} are neutral.`,
      'Sides taken are the clauses called positive or negative.',
    ],
  });
}

/** `subjects`: the heading of the first column, and the name of the model in it. */
type Sides = {
  readonly title: string;
  readonly subjects: readonly [heading: string, model: string];
  readonly verdictsAt: (sure: number) => readonly Verdict[];
  readonly notes: readonly string[];
};

function evaluate(
  dataset: string,
  texts: readonly AspectText[],
  list: AspectList,
  models: Models,
  { title, subjects: [heading, model], verdictsAt, notes }: Sides,
): Section {
  const found = predictAspects(texts, list, createReading(models, LIKELIER));
  const [likelier, published] = [verdictsAt(LIKELIER), verdictsAt(CONFIDENT)];
  const confident = measureConfident(likelier);
  const labels = measureLabels(published);
  const sides = measureSides(published);
  const rowOf = (verdicts: readonly Verdict[]) => [
    verdicts.length,
    ...formatShares({ ...measureLabels(verdicts), ...measureSides(verdicts) }),
  ];
  const columns = [
    ...[heading, 'n', 'accuracy', 'macro-F1', 'sides taken', 'of these right'],
    ...['when confident', 'answered'],
  ];
  // Published labels have no measures of confidence: if it is low, they are neutral.
  const rows = [
    [model, ...rowOf(likelier), ...formatShares(confident)],
    [`${model}, as published`, ...rowOf(published)],
  ];
  const shares = { ...measureAspects(found), ...measureLabels(likelier), ...confident };
  return {
    tables: [
      tabulateAspects(dataset, found, list),
      { title, columns, rows, notes },
      tabulateConfusion(dataset, likelier),
    ],
    figures: [
      ...listFigures(dataset, shares),
      ...listFigures(`${dataset}, as published`, { ...labels, ...sides }),
    ],
  };
}
