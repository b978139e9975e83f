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
import { formatShares, listFigures, type Section, type Shares } from './section.ts';

/** Every clause with an opinion takes the likelier side. Its confidence is measured separately. */
const LIKELIER = 0.5;

const MAMS = 'MAMS-ACSA validation';

/** Evaluates sentences that are labeled only for aspects. */
export function evaluateMams(texts: readonly AspectText[], models: Models): Section {
  const list = readAspects(MAMS_ASPECTS_FILE);
  const found = predictAspects(texts, list, createReading(models, LIKELIER));
  const published = predictAspects(texts, list, createReading(models, CONFIDENT)).predictions;
  const sides = {
    title: `Sides of the aspects named: ${MAMS}`,
    columns: ['method', ...SIDE_COLUMNS],
    rows: listSides('the model', found.predictions, published),
    notes: ['An aspect that was not found takes the label of the whole sentence.'],
  };
  return {
    tables: [tabulateAspects(MAMS, found, list), sides, tabulateConfusion(MAMS, found.predictions)],
    figures: listAllFigures(MAMS, measureAspects(found), found.predictions, published),
  };
}

const CLAUSES = 'legal clauses written for this project';

/** Evaluates clauses that are labeled on the whole and for aspects. */
export function evaluateClauses(
  texts: readonly (LabeledText & AspectText)[],
  list: AspectList,
  models: Models,
): Section {
  const found = predictAspects(texts, list, createReading(models, LIKELIER));
  const [likelier = [], published = []] = [LIKELIER, CONFIDENT].map((sure) => {
    const { labelText } = createReading(models, sure);
    return texts.map(({ text, label: gold }) => {
      const { label: predicted, confidence } = labelText(text);
      return { gold, predicted, confidence };
    });
  });
  const sides = {
    title: 'Legal clauses written for this project, labeled positive, neutral, negative or mixed',
    columns: ['clauses', ...SIDE_COLUMNS],
    rows: listSides(CLAUSES, likelier, published),
    notes: [
      'The project wrote and labeled these clauses itself, as it did its training sentences: they show what a change breaks, and other texts fare worse.',
      `The model takes the likelier side. As published, clauses with a confidence below ${CONFIDENT} are neutral.`,
      'Sides taken are the clauses called positive or negative.',
    ],
  };
  return {
    tables: [tabulateAspects(CLAUSES, found, list), sides, tabulateConfusion(CLAUSES, likelier)],
    figures: listAllFigures(CLAUSES, measureAspects(found), likelier, published),
  };
}

const SIDE_COLUMNS = [
  ...['n', 'accuracy', 'macro-F1', 'sides taken', 'of these right', 'when confident', 'answered'],
];

/** Published labels have no measures of confidence: if it is low, they are neutral. */
function listSides(name: string, likelier: readonly Verdict[], published: readonly Verdict[]) {
  const rowOf = (verdicts: readonly Verdict[]) => [
    verdicts.length,
    ...formatShares({ ...measureLabels(verdicts), ...measureSides(verdicts) }),
  ];
  return [
    [name, ...rowOf(likelier), ...formatShares(measureConfident(likelier))],
    [`${name}, as published`, ...rowOf(published)],
  ];
}

function listAllFigures(
  dataset: string,
  aspects: Shares,
  likelier: readonly Verdict[],
  published: readonly Verdict[],
) {
  const labels = { ...measureLabels(likelier), ...measureConfident(likelier) };
  const sides = { ...measureLabels(published), ...measureSides(published) };
  return [
    ...listFigures(dataset, { ...aspects, ...labels }),
    ...listFigures(`${dataset}, as published`, sides),
  ];
}
