import { CONFIDENT, decideSide, type JudgePolarity } from '#insights/polarity/judgment.ts';
import { DOMAINS, type TrainingData, type WeighedText } from '../train/training-data.ts';
import {
  measureCalibration,
  measureConfident,
  measureLabels,
  tabulateConfusion,
  type Verdict,
} from './measures.ts';
import { type Cell, formatShares, listFigures, type Section, type Share } from './section.ts';

/** A domain, and verdicts on its sentences by a model that saw none of them. */
type HeldOut = { readonly domain: string; readonly verdicts: readonly Verdict[] };

/** Judges each domain by a model that learned from all other data. */
export function holdOutDomains(
  { uci, mams, own }: Omit<TrainingData, 'lexicon' | 'law'>,
  train: (texts: readonly WeighedText[]) => JudgePolarity,
): readonly HeldOut[] {
  return uci.map((texts, place) => {
    const judge = train([...uci.toSpliced(place, 1).flat(), ...mams, ...own]);
    const verdicts = texts.map(({ text, label: gold }) => {
      const { label: predicted, confidence } = decideSide(judge(text));
      return { gold, predicted, confidence };
    });
    return { domain: DOMAINS[place] ?? '', verdicts };
  });
}

const AIMS: Readonly<Record<string, number>> = { yelp: 0.9, amazon: 0.9, imdb: 0.88 };
const ALL = 'all three';

export function evaluateDomains(domains: readonly HeldOut[]): Section {
  const ours = domains.flatMap(({ verdicts }) => verdicts);
  const all = [...domains, { domain: ALL, verdicts: ours }];
  const figures = all.flatMap(({ domain, verdicts }) =>
    listFigures(nameOf(domain), { ...measureLabels(verdicts), ...measureConfident(verdicts) }),
  );
  const calibrationError = measureCalibration(ours);
  return {
    tables: [
      {
        title: 'UCI sentences, one domain held out',
        columns: [
          ...['held out', 'n', 'accuracy', 'macro-F1', 'aim'],
          ...['when confident', 'answered', 'aim when confident'],
        ],
        rows: all.map(listRow),
        notes: [
          `Two labels, by models that learned from the other two, MAMS and our sentences. Confident is what is published: ${CONFIDENT} and above.`,
          'Our sentences are about the same kinds of things as the held-out domain (things bought, places, films), but none is taken from it. The weights of our sentences and the others were chosen by holding out each of these domains, so read the figures as ±1 point.',
          `The expected calibration error (Guo et al. 2017) is ${formatShares({ calibrationError })[0]}.`,
        ],
      },
      tabulateConfusion(nameOf(ALL), ours),
    ],
    figures: [...figures, ...listFigures(nameOf(ALL), { calibrationError })],
  };
}

function nameOf(domain: string): string {
  return `UCI sentences, ${domain} held out`;
}

function listRow({ domain, verdicts }: HeldOut): readonly Cell[] {
  const labels = measureLabels(verdicts);
  const confident = measureConfident(verdicts);
  const aim = AIMS[domain];
  return [
    ...[domain, verdicts.length, ...formatShares(labels)],
    aim ? formatAim(labels.accuracy, aim) : '',
    ...formatShares(confident),
    `${formatAim(confident.accuracyWhenConfident, 0.92)}; ${formatAim(confident.answered, 0.6)}`,
  ];
}

/** Returns an aim and its result, such as `≥ 85 %: MISSED`. */
function formatAim({ value }: Share, least: number): string {
  return `≥ ${Math.round(100 * least)} %: ${(value ?? 0) >= least ? 'met' : 'MISSED'}`;
}
