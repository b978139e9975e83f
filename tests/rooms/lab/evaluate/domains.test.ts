import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeDomains, OURS } from '../../../../scripts/lab/evaluate/domains.ts';
import { evaluateDomains } from '../../../../scripts/lab/evaluate/evaluate-domains.ts';
import type { Domain } from '../../../../scripts/lab/labelled/find-data.ts';
import type { LabelledLine } from '../../../../scripts/lab/labelled/polarity-file.ts';
import { judge } from './stand-ins.ts';

const example = (text: string): LabelledLine => ({ text, label: 'positive' });

const DATA = {
  uci: new Map<Domain, LabelledLine[]>([
    ['imdb', [{ text: 'bad film', label: 'negative' }, example('dull')]],
    ['yelp', [example('good food'), example('bad luck')]],
    ['amazon', [example('good phone')]],
  ]),
  mams: [example('menu')],
  own: [example('lawyer')],
};

test('No model learns from the domain that it judges', () => {
  const learned: string[][] = [];
  judgeDomains(DATA, (examples) => {
    learned.push(examples.map(({ text }) => text));
    return judge;
  });
  assert.deepEqual(learned, [
    ['good phone', 'bad film', 'dull', 'menu', 'lawyer'],
    ['good phone', 'bad film', 'dull'],
    ['good food', 'bad luck', 'bad film', 'dull', 'menu', 'lawyer'],
    ['good food', 'bad luck', 'bad film', 'dull'],
    ['good food', 'bad luck', 'good phone', 'menu', 'lawyer'],
    ['good food', 'bad luck', 'good phone'],
  ]);
});

test('Each domain has figures of its own, and all of them together', () => {
  const verdicts = judgeDomains(DATA, () => judge);
  assert.deepEqual(
    verdicts.map(({ domain, ours }) => [domain, ours.get(OURS)?.map((each) => each.predicted)]),
    [
      ['yelp', ['positive', 'negative']],
      ['amazon', ['positive']],
      ['imdb', ['negative', 'positive']],
    ],
  );
  const { benchmarks, peers, matrices } = evaluateDomains(verdicts);
  const accuracies = benchmarks.filter(({ metric }) => metric === 'accuracy');
  assert.deepEqual(
    accuracies.map(({ dataset, value, n }) => [dataset, value, n]),
    [
      ['UCI sentences, yelp held out', 0.5, 2],
      ['UCI sentences, amazon held out', 1, 1],
      ['UCI sentences, imdb held out', 1, 2],
      ['UCI sentences, all three held out', 0.8, 5],
    ],
  );
  assert.deepEqual(matrices[0]?.counts, [
    [3, 1],
    [0, 1],
  ]);
  assert.deepEqual(
    [...new Set(peers.map(({ method }) => method))],
    ['the other two and our lexicon alone', 'VADER', 'AFINN'],
  );
});

test('The table says which aims are met and which are missed', () => {
  const { reports } = evaluateDomains(judgeDomains(DATA, () => judge));
  const rows = reports[0]?.rows.filter(([, method]) => method === OURS) ?? [];
  assert.deepEqual(
    rows.map((row) => [row[0], row[5], row[8]]),
    [
      ['yelp', '≥ 90 %: MISSED', '≥ 92 %: MISSED; ≥ 60 %: met'],
      ['amazon', '≥ 90 %: met', '≥ 92 %: met; ≥ 60 %: met'],
      ['imdb', '≥ 88 %: met', '≥ 92 %: met; ≥ 60 %: MISSED'],
      ['all three', '', '≥ 92 %: MISSED; ≥ 60 %: met'],
    ],
  );
});
