import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import type { PolarityModel } from '#insights/polarity/model-file.ts';
import {
  type AspectText,
  type LabeledText,
  MAMS_ASPECTS_FILE,
  readAspects,
} from '../labelled/labelled.ts';
import { createReading, measureAspects, predictAspects, tabulateAspects } from './aspects.ts';
import {
  listMethods,
  METHOD_COLUMNS,
  measureConfident,
  measureLabels,
  measureSides,
  tabulateConfusion,
  type Verdict,
} from './measures.ts';
import { judgeByPeers } from './peers.ts';
import { listFigures, type Section, type Shares } from './section.ts';

/** Every clause with an opinion takes the likelier side; how sure it is, is measured apart. */
const LIKELIER = 0.5;

const MAMS = 'MAMS-ACSA validation';

/** Evaluates the labels that sentences have for aspects alone. */
export function evaluateMams(texts: readonly AspectText[], model: PolarityModel): Section {
  const list = readAspects(MAMS_ASPECTS_FILE);
  const found = predictAspects(texts, list, createReading(model, LIKELIER));
  const published = predictAspects(texts, list, createReading(model, CONFIDENT)).predictions;
  const named = texts.flatMap(({ text, says }) => says.map(({ label }) => ({ text, label })));
  const methods = {
    'the model': found.predictions,
    'the model, as published': published.map(withoutConfidence),
    ...judgeByPeers(named),
  };
  const sides = {
    title: `Sides of the aspects named: ${MAMS}`,
    columns: METHOD_COLUMNS,
    rows: listMethods(methods),
    notes: [
      'An aspect that was not found takes the label of the whole sentence, which is all that VADER and AFINN judge.',
    ],
  };
  return {
    tables: [tabulateAspects(MAMS, found, list), sides, tabulateConfusion(MAMS, found.predictions)],
    figures: listAllFigures(MAMS, measureAspects(found), found.predictions, published),
  };
}

export const CLAUSES = 'legal clauses written for this project';
const CLAUSES_NOTE =
  'The project wrote and labelled these clauses itself, as it did its training sentences: they show what a change breaks, and texts of others do worse.';

/** Evaluates the labels that texts have on the whole and for aspects. */
export function evaluateTexts(
  dataset: string,
  texts: readonly (LabeledText & AspectText)[],
  list: AspectList,
  model: PolarityModel,
): Section {
  const found = predictAspects(texts, list, createReading(model, LIKELIER));
  const [likelier = [], published = []] = [LIKELIER, CONFIDENT].map((sure) => {
    const { labelText } = createReading(model, sure);
    return texts.map(({ text, label: gold }) => {
      const { label: predicted, confidence } = labelText(text);
      return { gold, predicted, confidence };
    });
  });
  const publishedName = `${dataset}, as published`;
  const [first = [], ...peers] = listMethods({ 'the model': likelier, ...judgeByPeers(texts) });
  const [last = []] = listMethods({ 'the model': published.map(withoutConfidence) });
  const sides = {
    title: `${dataset.charAt(0).toUpperCase()}${dataset.slice(1)}, labelled positive, neutral, negative or mixed`,
    columns: ['clauses', ...METHOD_COLUMNS],
    rows: [[dataset, ...first], ...peers.map((row) => ['', ...row]), [publishedName, ...last]],
    notes: [
      ...(dataset === CLAUSES ? [CLAUSES_NOTE] : []),
      `The model takes the likelier side. As published, what is unsure of its side (below ${CONFIDENT}) is neutral.`,
      'Sides taken are the clauses called positive or negative. VADER is neutral between -0.05 and 0.05, AFINN at 0; neither knows mixed.',
    ],
  };
  const confusions = [
    tabulateConfusion(dataset, likelier),
    tabulateConfusion(publishedName, published),
  ];
  return {
    tables: [tabulateAspects(dataset, found, list), sides, ...confusions],
    figures: listAllFigures(dataset, measureAspects(found), likelier, published),
  };
}

/** Published labels are neutral where the model is not confident, so tables show no confidence. */
function withoutConfidence({ gold, predicted }: Verdict): Verdict {
  return { gold, predicted };
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
