import { CONFIDENT } from '#insights/polarity/judgement.ts';
import type { BenchReport } from '../bench/report.ts';
import { measureConfident } from './confident.ts';
import { accuracyOf, macroF1Of } from './confusion.ts';
import { type DomainVerdicts, OURS } from './domains.ts';
import { formatAim, formatShare } from './format-figures.ts';
import type { Prediction, Verdict } from './prediction.ts';

/** What confident predictions aim for: this accuracy, in at least this share of the sentences. */
const CONFIDENT_AIM = { accuracy: 0.92, answered: 0.6 };

/** The verdicts on one domain or on several, under a name, and the accuracy that we aim for. */
export type NamedVerdicts = Pick<DomainVerdicts, 'ours' | 'peers'> & {
  readonly name: string;
  readonly aim: number | undefined;
};

type Cell = BenchReport['rows'][number][number];

/** The methods beside each other, a row each, as a table. */
export function reportDomains(domains: readonly NamedVerdicts[]): BenchReport {
  return {
    title: 'UCI sentences, one domain held out',
    columns: [
      'held out',
      'method',
      'n',
      'accuracy',
      'macro-F1',
      'aim',
      'when confident',
      'answered',
      'aim when confident',
    ],
    rows: domains.flatMap(listRows),
    ratios: [],
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
  return [formatShare(accuracyWhenConfident), formatShare(answered), method === OURS ? aims : ''];
}
