import { CONFIDENT, decide, decideSide, type JudgePolarity } from '#insights/polarity/judgement.ts';
import type { BenchReport } from '../bench/report.ts';
import { DOMAINS, type Domain } from '../labelled/find-data.ts';
import type { LabelledLine } from '../labelled/labelled.ts';
import {
  accuracyOf,
  calibrate,
  countConfusion,
  macroF1Of,
  measureConfident,
  type Prediction,
  type Verdict,
} from './metrics.ts';
import { labelSideByPeer, PEERS } from './peers.ts';
import {
  formatAim,
  formatShare,
  listConfidentCells,
  listFigures,
  listPeerFigures,
  reportCalibration,
  reportConfusion,
  type Section,
} from './sections.ts';

export const AIMS: Readonly<Record<Domain, number>> = { yelp: 0.9, amazon: 0.9, imdb: 0.88 };

type DomainData<Example extends LabelledLine = LabelledLine> = {
  readonly uci: ReadonlyMap<Domain, readonly Example[]>;
  readonly mams: readonly Example[];
  readonly own: readonly Example[];
};

export type DomainVerdicts = {
  readonly domain: Domain;
  readonly ours: ReadonlyMap<string, readonly Prediction[]>;
  readonly peers: ReadonlyMap<string, readonly Verdict[]>;
};

/** The method whose figures count, named by what it is trained on. The lexicon is in both. */
export const OURS = 'the other two, MAMS and our sentences';
const ALONE = 'the other two and our lexicon alone';

/** Judges each domain by models that saw none of its sentences, and by the peers. */
export function judgeDomains<Example extends LabelledLine>(
  { uci, mams, own }: DomainData<Example>,
  train: (examples: readonly Example[]) => JudgePolarity,
): readonly DomainVerdicts[] {
  return DOMAINS.map((domain) => {
    const held = uci.get(domain) ?? [];
    const others = DOMAINS.flatMap((name) => (name === domain ? [] : (uci.get(name) ?? [])));
    const predictBy = (examples: readonly Example[]) => predictPolarity(held, train(examples));
    return {
      domain,
      ours: new Map([
        [OURS, predictBy([...others, ...mams, ...own])],
        [ALONE, predictBy(others)],
      ]),
      peers: new Map(
        PEERS.map((peer) => [
          peer.name,
          held.map(({ text, label: gold }) => ({ gold, predicted: labelSideByPeer(peer, text) })),
        ]),
      ),
    };
  });
}

const ALL = 'all three';

export function evaluateDomains(verdicts: readonly DomainVerdicts[]): Section {
  const domains = [
    ...DOMAINS.flatMap((name) =>
      verdicts
        .filter(({ domain }) => domain === name)
        .map((each) => ({ ...each, name, aim: AIMS[name] })),
    ),
    {
      ours: joinMaps(verdicts.map(({ ours }) => ours)),
      peers: joinMaps(verdicts.map(({ peers }) => peers)),
      name: ALL,
      aim: undefined,
    },
  ];
  const all = domains.at(-1)?.ours.get(OURS) ?? [];
  const dataset = nameOf(ALL);
  const confusion = countConfusion(all);
  const calibration = calibrate(all);
  return {
    reports: [
      reportDomains(domains),
      reportConfusion(dataset, confusion),
      reportCalibration(dataset, calibration),
    ],
    benchmarks: [
      ...domains.flatMap(({ name, ours }) => listFigures(nameOf(name), ours.get(OURS) ?? [])),
      { dataset, metric: 'calibrationError', value: calibration.error, n: all.length },
    ],
    peers: domains.flatMap(({ name, ours, peers }) =>
      listPeerFigures(
        nameOf(name),
        [...ours, ...peers]
          .filter(([method]) => method !== OURS)
          .map(([method, verdicts]) => ({ method, verdicts })),
      ),
    ),
    matrices: [{ dataset, ...confusion }],
    calibration: { dataset, ...calibration },
  };
}

function nameOf(domain: string): string {
  return `UCI sentences, ${domain} held out`;
}

function joinMaps<Item>(
  maps: readonly ReadonlyMap<string, readonly Item[]>[],
): ReadonlyMap<string, readonly Item[]> {
  const all = maps.flatMap((map) => [...map]);
  const groups = Map.groupBy(all, ([method]) => method);
  return new Map([...groups].map(([method, own]) => [method, own.flatMap(([, items]) => items)]));
}

/** What confident predictions aim for: this accuracy, in at least this share of the sentences. */
const CONFIDENT_AIM = { accuracy: 0.92, answered: 0.6 };

type NamedVerdicts = Pick<DomainVerdicts, 'ours' | 'peers'> & {
  readonly name: string;
  readonly aim: number | undefined;
};

type Cell = BenchReport['rows'][number][number];

function reportDomains(domains: readonly NamedVerdicts[]): BenchReport {
  return {
    title: 'UCI sentences, one domain held out',
    columns: [
      ...['held out', 'method', 'n', 'accuracy', 'macro-F1', 'aim'],
      ...['when confident', 'answered', 'aim when confident'],
    ],
    rows: domains.flatMap(listRows),
    notes: [
      `Two labels. VADER and AFINN are negative below 0; what they leave undecided counts as positive. Confident is what is published: ${CONFIDENT} and above.`,
      'Our sentences are about the same kinds of things as the held-out domain (things bought, places, films), but none is taken from it. The lexicon is in both. What our sentences and the others count was chosen by holding out each of these domains, so read the figures as ±1 point.',
    ],
  };
}

function listRows({ name, aim, ours, peers }: NamedVerdicts): readonly Cell[][] {
  const rows = [
    ...[...ours].map(([method, predictions]) => [
      ...cellsOf(method, predictions),
      method === OURS && aim !== undefined ? formatAim(accuracyOf(predictions), aim) : '',
      ...confidentCells(method, predictions),
    ]),
    ...[...peers].map(([method, verdicts]) => [...cellsOf(method, verdicts), '', '', '', '']),
  ];
  return rows.map((cells, index) => [index === 0 ? name : '', ...cells]);
}

function cellsOf(method: string, verdicts: readonly Verdict[]): readonly Cell[] {
  const accuracy = formatShare(accuracyOf(verdicts));
  return [method, verdicts.length, accuracy, formatShare(macroF1Of(verdicts))];
}

function confidentCells(method: string, predictions: readonly Prediction[]): readonly Cell[] {
  const { accuracyWhenConfident, answered } = measureConfident(predictions);
  const { accuracy, answered: share } = CONFIDENT_AIM;
  const aims = `${formatAim(accuracyWhenConfident, accuracy)}; ${formatAim(answered, share)}`;
  return [...listConfidentCells(predictions), method === OURS ? aims : ''];
}

/** Labels texts by a model: two ways where no text is labelled neutral, else three ways. */
export function predictPolarity(
  lines: readonly LabelledLine[],
  judge: JudgePolarity,
): readonly Prediction[] {
  const choose = lines.some(({ label }) => label === 'neutral') ? decide : decideSide;
  return lines.map(({ text, label: gold }) => {
    const { label, confidence } = choose(judge(text));
    return { gold, predicted: label, confidence };
  });
}
