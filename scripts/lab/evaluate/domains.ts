import { CONFIDENT, decide, decideSide, type JudgePolarity } from '#insights/polarity/judgement.ts';
import type { LabeledText } from '../labelled/labelled.ts';
import { DOMAINS, type TrainingData, type WeighedText } from '../train/training-data.ts';
import {
  calibrate,
  formatConfident,
  type Methods,
  measureConfident,
  measureLabels,
  tabulateConfusion,
  type Verdict,
} from './measures.ts';
import { decideSideByScore, judgeByPeers } from './peers.ts';
import { type Cell, formatShares, listFigures, type Section, type Share } from './section.ts';

/** A domain, and verdicts of methods that saw none of its sentences. */
type HeldOut = { readonly domain: string; readonly methods: Methods };

/** The method whose figures count. The lexicon is in both. */
const OURS = 'the other two, MAMS and our sentences';
const ALONE = 'the other two and our lexicon alone';

/** Judges each domain by models that saw none of its sentences, and by the peers. */
export function holdOutDomains(
  { uci, mams, own }: Omit<TrainingData, 'lexicon'>,
  train: (texts: readonly WeighedText[]) => JudgePolarity,
): readonly HeldOut[] {
  return uci.map((texts, place) => {
    const others = uci.toSpliced(place, 1).flat();
    const methods = {
      [OURS]: predictPolarity(texts, train([...others, ...mams, ...own])),
      [ALONE]: predictPolarity(texts, train(others)),
      ...judgeByPeers(texts, decideSideByScore),
    };
    return { domain: DOMAINS[place] ?? '', methods };
  });
}

/** Labels texts by a model: two ways where no text is labeled neutral, else three ways. */
export function predictPolarity(
  texts: readonly LabeledText[],
  judge: JudgePolarity,
): readonly Verdict[] {
  const choose = texts.some(({ label }) => label === 'neutral') ? decide : decideSide;
  return texts.map(({ text, label: gold }) => {
    const { label: predicted, confidence } = choose(judge(text));
    return { gold, predicted, confidence };
  });
}

const AIMS: Readonly<Record<string, number>> = { yelp: 0.9, amazon: 0.9, imdb: 0.88 };
const ALL = 'all three';

export function evaluateDomains(domains: readonly HeldOut[]): Section {
  const joined = Object.keys(domains[0]?.methods ?? {}).map((method) => [
    method,
    domains.flatMap(({ methods }) => methods[method] ?? []),
  ]);
  const all = { domain: ALL, methods: Object.fromEntries(joined) };
  const figures = [...domains, all].flatMap(({ domain, methods: { [OURS]: ours = [] } }) =>
    listFigures(nameOf(domain), { ...measureLabels(ours), ...measureConfident(ours) }),
  );
  const ours = all.methods[OURS];
  const { bins, calibrationError } = calibrate(ours);
  return {
    tables: [
      {
        title: 'UCI sentences, one domain held out',
        columns: [
          ...['held out', 'method', 'n', 'accuracy', 'macro-F1', 'aim'],
          ...['when confident', 'answered', 'aim when confident'],
        ],
        rows: [...domains, all].flatMap(listRows),
        notes: [
          `Two labels. VADER and AFINN are negative below 0; what they leave undecided counts as positive. Confident is what is published: ${CONFIDENT} and above.`,
          'Our sentences are about the same kinds of things as the held-out domain (things bought, places, films), but none is taken from it. The lexicon is in both. What our sentences and the others count was chosen by holding out each of these domains, so read the figures as ±1 point.',
        ],
      },
      tabulateConfusion(nameOf(ALL), ours),
      {
        title: `Calibration of the confidence: ${nameOf(ALL)}`,
        columns: ['confidence', 'n', 'mean confidence', 'accuracy'],
        rows: bins.map(({ from, ...shares }) => [
          ...[`${from.toFixed(2)} to ${(from + 0.05).toFixed(2)}`, shares.accuracy.n],
          ...formatShares(shares),
        ]),
        notes: [
          `The expected calibration error (Guo et al. 2017) is ${formatShares({ calibrationError })[0]}.`,
        ],
      },
    ],
    figures: [...figures, ...listFigures(nameOf(ALL), { calibrationError })],
  };
}

function nameOf(domain: string): string {
  return `UCI sentences, ${domain} held out`;
}

function listRows({ domain, methods }: HeldOut): readonly (readonly Cell[])[] {
  return Object.entries(methods).map(([method, verdicts]) => {
    const labels = measureLabels(verdicts);
    const { accuracyWhenConfident, answered } = measureConfident(verdicts);
    const aim = AIMS[domain];
    const isOurs = method === OURS;
    return [
      ...[isOurs ? domain : '', method, verdicts.length, ...formatShares(labels)],
      isOurs && aim ? formatAim(labels.accuracy, aim) : '',
      ...formatConfident(verdicts),
      isOurs ? `${formatAim(accuracyWhenConfident, 0.92)}; ${formatAim(answered, 0.6)}` : '',
    ];
  });
}

/** An aim and whether it is met, such as `≥ 85 %: MISSED`. */
function formatAim({ value }: Share, least: number): string {
  return `≥ ${Math.round(100 * least)} %: ${(value ?? 0) >= least ? 'met' : 'MISSED'}`;
}
