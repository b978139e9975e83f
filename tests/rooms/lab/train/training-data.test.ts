import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  cutMamsClauses,
  listTexts,
  OWN_COUNTS,
  readLexicon,
  readTrainingData,
} from '../../../../scripts/lab/train/training-data.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { ASPECTS, says } from '../evaluate/stand-ins.ts';
import { mamsOf } from './small-data.ts';

test('texts are read from where they come, and count by it', (t) => {
  const folder = createContentFolder(t, {
    'yelp.txt': 'Good food.\t1\nBad food.\t0\n',
    'train.xml': mamsOf('Good food but the staff was rude.', 'food positive', 'staff negative'),
    'own/sentences/law-a.tsv': 'They won\tpositive\toutcome=positive\nSo so\tmixed\t-\n',
    'own/sentences/cafes.tsv': 'It is blue\tneutral\n',
    'own/sentences/README.md': 'None of these.',
  });
  const found = {
    uci: new Map([['yelp', join(folder, 'yelp.txt')]] as const),
    mams: { training: join(folder, 'train.xml'), validation: '' },
  };
  const data = readTrainingData(found, join(folder, 'own'));
  const ofUci = { polarity: 1, opinion: 0.2, mixture: 0 };
  const ofMams = { polarity: 0.2, opinion: 0.5, mixture: 0 };
  const ofOwn = { ...OWN_COUNTS, mixture: 0 };
  const ofLaw = { ...ofOwn, mixture: 1 };
  assert.deepEqual(
    [...data.uci],
    [
      [
        'yelp',
        [
          { text: 'Good food.', label: 'positive', counts: ofUci },
          { text: 'Bad food.', label: 'negative', counts: ofUci },
        ],
      ],
    ],
  );
  assert.deepEqual(data.mams, [
    { text: 'Good food', label: 'positive', counts: ofMams },
    { text: 'the staff was rude.', label: 'negative', counts: ofMams },
  ]);
  assert.deepEqual(data.own, [
    { text: 'It is blue', label: 'neutral', counts: ofOwn },
    { text: 'They won', label: 'positive', counts: ofLaw },
    { text: 'So so', label: 'mixed', counts: ofLaw },
  ]);
  assert.deepEqual(listTexts(data), [...data.uci.values()].flat().concat(data.mams, data.own));
});

test('a faulty line is named with its file', (t) => {
  const own = createContentFolder(t, { 'sentences/a.tsv': 'Good\tpositive\nBad\tawful\n' });
  const read = () => readTrainingData({ uci: new Map(), mams: undefined }, own);
  assert.throws(read, /a\.tsv:2:1 error has the label "awful"/);
});

test('a clause about one aspect says what its sentence says of that', () => {
  const text = 'The food was good, but the staff was rude.';
  const lines = [says(text, 'food', 'positive'), says(text, 'staff', 'negative')];
  assert.deepEqual(cutMamsClauses(lines, ASPECTS), [
    { text: 'The food was good', label: 'positive' },
    { text: 'the staff was rude.', label: 'negative' },
  ]);
});

test('a clause about aspects of one label is taken, of two labels it is not', () => {
  const text = 'Food and staff were so.';
  const labelledBy = (food: 'positive' | 'neutral', staff: 'neutral') =>
    cutMamsClauses([says(text, 'food', food), says(text, 'staff', staff)], ASPECTS);
  assert.deepEqual(labelledBy('neutral', 'neutral'), [{ text, label: 'neutral' }]);
  assert.deepEqual(labelledBy('positive', 'neutral'), []);
});

test('clauses about nothing that is labelled, or that is mixed, are not taken', () => {
  assert.deepEqual(cutMamsClauses([says('Nice staff', 'food', 'positive')], ASPECTS), []);
  assert.deepEqual(cutMamsClauses([says('Nice food', 'food', 'mixed')], ASPECTS), []);
  assert.deepEqual(cutMamsClauses([{ text: 'Nice food' }], ASPECTS), []);
});

const read = (t: TestContext, law: string, general = 'good\t2\n') =>
  readLexicon(createContentFolder(t, { 'lexicon/law.tsv': law, 'lexicon/general.tsv': general }));

test('terms have valences, and what law practices say of one counts', (t) => {
  const law = 'won * case\t3\nsettlement\t0\ngood\t1\n';
  assert.deepEqual(
    [...read(t, law, 'good\t2\nbad\t-2.5\n')],
    [
      ['won * case', 3],
      ['settlement', 0],
      ['good', 1],
      ['bad', -2.5],
    ],
  );
});

test('a faulty line is named with its file', (t) => {
  for (const line of ['good', 'good\t', '\t2', 'good\tgreat', 'good\t4.5', 'good\t-5', 'a\tNaN']) {
    const lines = `fair\t1\n${line}\n`;
    assert.throws(() => read(t, lines), /law\.tsv:2:1 error is not a term, a tab and a valence/);
    assert.throws(() => read(t, 'fair\t1\n', lines), /general\.tsv:2:1 error is not a term/);
  }
});
