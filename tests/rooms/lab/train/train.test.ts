import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseModel } from '#insights/polarity/model-file.ts';
import { createTraining } from '../../../../scripts/lab/train/train.ts';
import { callCommand } from '../../../support/call-command.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import type { Lifetime } from '../../../support/lifetime.ts';

const SENTENCES = `The place was good and I liked it.\t1
A great day with great people.\t1
It was bad and we hated it.\t0
An awful day, the worst of all.\t0
`;
const MAMS = `<sentences><sentence>
<text>The food was good, but the staff was rude.</text>
<aspectCategories><aspectCategory category="food" polarity="positive"/>
<aspectCategory category="staff" polarity="negative"/></aspectCategories></sentence></sentences>
`;
const FILES = {
  'uci/yelp_labelled.txt': SENTENCES,
  'uci/amazon_cells_labelled.txt': SENTENCES.replaceAll('day', 'phone'),
  'uci/imdb_labelled.txt': SENTENCES.replaceAll('day', 'film'),
  'mams/acsa_train.xml': MAMS,
  'mams/acsa_val.xml': MAMS,
  'materials/sentences/law-a.tsv': 'They won my case\tpositive\toutcome=positive\n',
  'materials/sentences/other.tsv': 'It is on the second floor\tneutral\n',
  'materials/sentences/README.md': 'None of these.',
  'materials/lexicon/law.tsv': 'won case\t3\n',
  'materials/lexicon/general.tsv': 'good\t2\nbad\t-2\n',
  'room/aspects/.keep': '',
  'room/polarity/.keep': '',
};

/** Trains on small data with changes, in a folder of its own. Data are named below that folder. */
async function train(t: Lifetime, names: readonly string[], changes = {}) {
  const folder = createContentFolder(t, { ...FILES, ...changes });
  const room = join(folder, 'room');
  const args = names.map((name) => join(folder, name));
  const training = createTraining(join(folder, 'materials'), room);
  const { code: status, out, errors } = await callCommand(training, args);
  const written = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name) && !name.endsWith('.keep'))
    .sort();
  const bytes = written.map((name) => readFileSync(join(room, name), 'utf8'));
  return { status, reported: `${out}\n${errors}`, written, bytes };
}

test('a training writes the model and its cards', async (t) => {
  const { status, written, bytes, reported } = await train(t, ['uci', 'mams']);
  assert.equal(status, 0, reported);
  assert.deepEqual(written, [
    'aspects/law-model.tsv',
    ...['MODEL-CARD.md', 'model-card.json', 'polarity-model.json'].map(
      (name) => `polarity/${name}`,
    ),
  ]);
  const [aspects = '', text = '', card = '', stored = ''] = bytes;
  const { grams, lexicon } = parseModel(JSON.parse(stored));
  assert.deepEqual([...lexicon.keys()], ['bad', 'good', 'won case']);
  assert.ok(grams.size > 0);
  const { modelSha256, sources, benchmarks } = JSON.parse(card);
  assert.equal(modelSha256, hash('sha256', stored + aspects));
  assert.ok(text.includes(modelSha256));
  const counts = sources.map(({ count }: { readonly count: number }) => count);
  assert.deepEqual(counts, [12, 2, 2, 3]);
  const datasets = benchmarks.map(({ dataset }: { readonly dataset: string }) => dataset).join();
  for (const name of ['yelp held out', 'legal clauses', 'MAMS']) assert.ok(datasets.includes(name));

  for (const count of counts) assert.match(text, new RegExp(`\\n\\| [^|]+\\| ${count} +\\| \\S`));
});

test('a wrong call and bad data are reported, and nothing is written', async (t) => {
  for (const [expected, message, args, changes] of [
    [2, /missing.*\nUsage: npm run train/, ['uci'], {}],
    [1, /none\/yelp_labelled\.txt:1:1 error cannot be read/, ['none', 'mams'], {}],
    [
      1,
      /imdb_labelled\.txt:2:1 error has the label/,
      ['uci', 'mams'],
      { 'uci/imdb_labelled.txt': 'a\t1\nb\tso\n' },
    ],
    [
      1,
      /law\.tsv:1:1 error is not a term, a tab and a valence/,
      ['uci', 'mams'],
      { 'materials/lexicon/law.tsv': 'good\t4.5\n' },
    ],
  ] as const) {
    const { status, reported, written } = await train(t, args, changes);
    assert.deepEqual([status, written], [expected, []]);
    assert.match(reported, message);
  }
});
