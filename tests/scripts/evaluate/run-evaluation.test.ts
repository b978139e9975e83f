import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { judgeDomains } from '../../../scripts/evaluate/domains.ts';
import { runEvaluation } from '../../../scripts/evaluate/run-evaluation.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { analysis, judge } from './stand-ins.ts';

const NO_DATA = { uci: new Map(), mams: [], own: [] };
const ASPECTS_YAML = '- { id: food, name: Food, description: Food., terms: [food] }\n';

const run = (...args: readonly string[]) => runIn({}, ...args);

function runIn(environment: NodeJS.ProcessEnv, ...args: readonly string[]) {
  let stdout = '';
  let stderr = '';
  const evaluated = { analysis, judgeDomains: () => judgeDomains(NO_DATA, () => judge) };
  const status = runEvaluation(args, evaluated, {
    print: (text) => {
      stdout += text;
    },
    tell: (line) => {
      stderr += `${line}\n`;
    },
    readEnvironment: () => environment,
    now: () => 0,
  });
  return { status, stdout, stderr };
}

function write(t: TestContext, files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = createContentFolder(t, files);
  return (name) => join(folder, name);
}

test('--polarity prints one line of JSON, two ways where no text is neutral', (t) => {
  const file = write(t, { 'a.tsv': 'good\t1\nbad\t0\nso\t0\n', 'b.tsv': 'good\t1\nso\tneutral\n' });
  assert.deepEqual(run('--polarity', file('a.tsv')), {
    status: 0,
    stdout:
      '{"n":3,"accuracy":0.6667,"macroF1":0.6667,"accuracyWhenConfident":1,"answered":0.6667}\n',
    stderr: '',
  });
  assert.equal(
    run('--polarity', file('b.tsv')).stdout,
    '{"n":2,"accuracy":1,"macroF1":1,"accuracyWhenConfident":1,"answered":1}\n',
  );
});

test('--aspects prints one line of JSON with the aspects of any list', (t) => {
  const file = write(t, { 'a.tsv': 'good food\tfood\t1\nso\t-\t\n', 'b.yaml': ASPECTS_YAML });
  assert.deepEqual(run('--aspects', file('a.tsv'), '--aspects-file', file('b.yaml')), {
    status: 0,
    stdout:
      '{"n":2,"named":1,"precision":1,"recall":1,"f1":1,"accuracy":1,"macroF1":1,"accuracyWhenConfident":1,"answered":1}\n',
    stderr: '',
  });
});

test('--aspects without a list takes that of the content folder, and says of which', (t) => {
  const file = write(t, { 'a.tsv': 'good food\tfood\t1\n', 'own/aspects.yaml': ASPECTS_YAML });
  const CONTENT_DIR = file('own');
  const { status, stdout, stderr } = runIn({ CONTENT_DIR }, '--aspects', file('a.tsv'));
  assert.deepEqual([status, stderr], [0, `Content folder: ${CONTENT_DIR}\n`]);
  assert.match(stdout, /^\{"n":1,/);
});

test('Bad data exit 1 with the place on standard error, and nothing on standard output', (t) => {
  const file = write(t, { 'a.tsv': 'good\tgreat\n', 'b.yaml': '- id: food\n', 'c.yaml': '' });
  const bad = run('--polarity', file('a.tsv'));
  assert.deepEqual([bad.status, bad.stdout], [1, '']);
  assert.match(bad.stderr, /a\.tsv:1:1 error has the label "great".*\n$/);
  const list = run('--aspects', file('a.tsv'), '--aspects-file', file('b.yaml'));
  assert.deepEqual([list.status, list.stdout], [1, '']);
  assert.match(list.stderr, /b\.yaml:1:3 error .*name/);
  const empty = run('--aspects', file('a.tsv'), '--aspects-file', file('c.yaml'));
  assert.match(empty.stderr, /c\.yaml:1:1 error names no aspects\n$/);
});

test('A wrong call exits 2 and says how to call', () => {
  const { status, stdout, stderr } = run('--nonsense');
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /--nonsense.*\nUsage: npm run evaluate/s);
});

test('A file of figures that cannot be written is refused before any work', (t) => {
  const file = write(t, { 'a/.keep': '' });
  for (const [name, reason] of [
    ['b/c.json', /^There is no folder .*b\.\nUsage/],
    ['a', /^--json takes a file; .*a is a folder\.\nUsage/],
    ['a/.keep/c.json', /^There is no folder/],
  ] as const) {
    const { status, stdout, stderr } = run('--json', file(name));
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, reason);
  }
});

test('Without data the legal clauses alone are evaluated, and the rest is said to be left out', () => {
  const { status, stdout } = run();
  assert.equal(status, 0);
  assert.match(stdout, /Aspects found: legal clauses/);
  assert.match(stdout, /\nLEFT OUT: the UCI sentences/);
  assert.match(stdout, /\nLEFT OUT: MAMS-ACSA/);
});

test('All figures are written as JSON, the same each time', (t) => {
  const file = write(t, {
    'yelp_labelled.txt': '',
    'amazon_labelled.txt': '',
    'imdb_labelled.txt': '',
  });
  const texts = ['a.json', 'b.json'].map((name) => {
    assert.equal(run(file(''), '--json', file(name)).status, 0);
    return readFileSync(file(name), 'utf8');
  });
  assert.equal(texts[0], texts[1]);
  const written: unknown = JSON.parse(texts[0] ?? '');
  assert.deepEqual(Object.keys(Object(written)), [
    'benchmarks',
    'peers',
    'matrices',
    'calibration',
  ]);
  assert.match(
    texts[0] ?? '',
    /"dataset": "legal clauses",\n {6}"metric": "aspectF1",\n {6}"value": 0(?:\.\d{1,4})?,\n {6}"n": \d+\n/,
  );
});
