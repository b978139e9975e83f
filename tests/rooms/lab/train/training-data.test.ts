import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  listTexts,
  OWN_COUNTS,
  readTrainingData,
} from '../../../../scripts/lab/train/training-data.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
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

test('without found data there are our own sentences alone', (t) => {
  const own = createContentFolder(t, { 'sentences/a.tsv': 'Good\tpositive\n' });
  const data = readTrainingData({ uci: new Map(), mams: undefined }, own);
  assert.deepEqual(
    listTexts(data).map(({ text }) => text),
    ['Good'],
  );
});

test('a faulty line is named with its file', (t) => {
  const own = createContentFolder(t, { 'sentences/a.tsv': 'Good\tpositive\nBad\tawful\n' });
  const read = () => readTrainingData({ uci: new Map(), mams: undefined }, own);
  assert.throws(read, /a\.tsv:2:1 error has the label "awful"/);
});
