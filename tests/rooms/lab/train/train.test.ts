import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseModel } from '#insights/polarity/model-file.ts';
import { runTraining } from '../../../../scripts/lab/train/train.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import type { Lifetime } from '../../../support/lifetime.ts';
import { SMALL_DATA, SMALL_MATERIALS } from './small-data.ts';

const WRITTEN = [
  'polarity/MODEL-CARD.md',
  'polarity/model-card.json',
  'polarity/polarity-model.json',
];

/** Trains on small data with changes, in a folder of its own. Data are named below that folder. */
function train(t: Lifetime, names: readonly string[], changes = {}) {
  const rooms = { 'room/polarity/.keep': '' };
  const files = { ...SMALL_DATA, ...SMALL_MATERIALS, ...rooms, ...changes };
  const folder = createContentFolder(t, files);
  const told: string[] = [];
  let printed = '';
  const status = runTraining(
    names.map((name) => (name.startsWith('-') ? name : join(folder, name))),
    {
      room: join(folder, 'room'),
      materials: join(folder, 'materials'),
      tell: (line) => told.push(line),
      print: (text) => {
        printed += text;
      },
    },
  );
  const written = readdirSync(join(folder, 'room'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.keep')
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const bytes = written.map((file) => readFileSync(file, 'utf8'));
  const room = join(folder, 'room/');
  return {
    status,
    told: told.join('\n'),
    printed,
    written: written.map((file) => file.slice(room.length)),
    bytes,
  };
}

test('a training writes the model and its cards, twice the same bytes', (t) => {
  const { status, written, bytes, told } = train(t, ['uci', 'mams']);
  assert.equal(status, 0, told);
  assert.deepEqual(written, WRITTEN);
  const [text = '', card = '', stored = ''] = bytes;
  const { grams, lexicon } = parseModel(JSON.parse(stored));
  assert.deepEqual([...lexicon.keys()], ['bad', 'good', 'won case']);
  assert.ok(grams.size > 0);
  const { modelSha256, sources, benchmarks } = JSON.parse(card);
  assert.equal(modelSha256, hash('sha256', stored));
  assert.ok(text.includes(modelSha256));
  assert.deepEqual(
    sources.map(({ count }: { readonly count: number }) => count),
    [12, 2, 2, 3],
  );
  const datasets = benchmarks.map(({ dataset }: { readonly dataset: string }) => dataset).join();
  for (const name of ['yelp held out', 'legal clauses', 'MAMS']) assert.ok(datasets.includes(name));

  assert.deepEqual(train(t, ['mams', 'uci']).bytes, bytes);
});

test('--choose prints how models do by what our sentences count, and writes nothing', (t) => {
  const { status, written, told, printed } = train(t, ['--choose', 'uci', 'mams']);
  assert.deepEqual([status, written], [0, []], told);
  assert.match(printed, /polarity +opinion +yelp +amazon +imdb .*clauses of MAMS/);
  assert.match(printed, /\n +0\.2 +0\.3 +\d+\.\d %/);
});

test('without both folders, or with a flag, it says how to call and writes nothing', (t) => {
  for (const args of [[], ['uci'], ['mams'], ['--fast', 'uci', 'mams']]) {
    const { status, told, written } = train(t, args);
    assert.deepEqual([status, written], [2, []]);
    assert.match(told, /\nUsage: npm run train/);
  }
});

test('bad data are named, and nothing is written', (t) => {
  const faults: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
    [/imdb_labelled\.txt:2:1 error has the label/, { 'uci/imdb_labelled.txt': 'a\t1\nb\tso\n' }],
    [/acsa_train\.xml:1:1 error holds no sentences/, { 'mams/acsa_train.xml': '<sentences/>' }],
    [/law\.tsv:1:1 error is not a term/, { 'materials/lexicon/law.tsv': 'won\n' }],
    [/other\.tsv:1:1 error has the label/, { 'materials/sentences/other.tsv': 'So\tgreat\n' }],
  ];
  for (const [message, changes] of faults) {
    const { status, told, written } = train(t, ['uci', 'mams'], changes);
    assert.deepEqual([status, written], [1, []]);
    assert.match(told, message);
  }
  const { status, told, written } = train(t, ['none', 'mams']);
  assert.deepEqual([status, written], [1, []]);
  assert.match(told, /none:1:1 error cannot be read/);
});
