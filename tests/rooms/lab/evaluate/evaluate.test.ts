import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { judgeDomains } from '../../../../scripts/lab/evaluate/domains.ts';
import { parseOptions, runEvaluation } from '../../../../scripts/lab/evaluate/evaluate.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { runScript } from '../../../support/run-script.ts';
import { analysis, judge } from './stand-ins.ts';

const SCRIPT = 'scripts/lab/evaluate.ts';
const TEXTS = 'An excellent, caring lawyer\t1\nThe worst firm, rude and useless\t0\n';

test('The shipped model is measured on a file of labelled texts', (t) => {
  const folder = createContentFolder(t, { 'a.tsv': TEXTS });
  const { status, stdout, stderr } = runScript(SCRIPT, ['--polarity', join(folder, 'a.tsv')]);
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(
    stdout,
    /\n\{"n":2,"accuracy":1,"macroF1":1,"coverage":1,"accuracyWhenPublished":1,"calibrationError":\S+\}\n$/,
  );
});

test('A file that is missing ends the command with 1', () => {
  const { status, stdout, stderr } = runScript(SCRIPT, ['--aspects', '/no/such.tsv']);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(
    stderr,
    /^Content folder: \S+\n\/no\/such\.tsv:1:1 error cannot be read \(ENOENT\)[^\n]*\n$/,
  );
});

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

const lastLineOf = (stdout: string): unknown =>
  JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');

test('--polarity prints a table, and last one line of JSON', (t) => {
  const file = write(t, { 'a.tsv': 'good\t1\nbad\t0\nso\t0\n' });
  const { status, stdout, stderr } = run('--polarity', file('a.tsv'));
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /Labels of texts\n.*as published .*VADER .*AFINN /s);
  const { peers, ...figures } = Object(lastLineOf(stdout));
  assert.deepEqual(figures, {
    ...{ n: 3, accuracy: 0.6667, macroF1: 0.6667, coverage: 0.3333 },
    ...{ accuracyWhenPublished: 1, calibrationError: 0.2 },
  });
  assert.deepEqual(Object.keys(peers), ['VADER', 'AFINN']);
});

test('--aspects prints the same of the aspects of any list, and how well they are found', (t) => {
  const file = write(t, { 'a.tsv': 'good food\tfood\t1\nso\t-\t\n', 'b.yaml': ASPECTS_YAML });
  const { status, stdout } = run('--aspects', file('a.tsv'), '--aspects-file', file('b.yaml'));
  assert.equal(status, 0);
  assert.match(stdout, /Sides of the aspects named\n/);
  const { peers, ...figures } = Object(lastLineOf(stdout));
  assert.deepEqual(figures, {
    ...{ n: 2, named: 1, precision: 1, recall: 1, f1: 1, accuracy: 1, macroF1: 1, coverage: 1 },
    ...{ accuracyWhenPublished: 1, calibrationError: 0.1 },
  });
});

test('--aspect-stars prints a table of weights of the stars, and last one line of JSON', (t) => {
  const file = write(t, { 'a.csv': 'text,all,f\ngood food,5,4\n', 'b.yaml': ASPECTS_YAML });
  const columns = 'text=text,rating=all,food=f';
  const args = ['--columns', columns, '--aspects-file', file('b.yaml')];
  const { status, stdout } = run('--aspect-stars', file('a.csv'), ...args);
  assert.equal(status, 0);
  assert.match(stdout, /stars weigh .*as shipped/s);
  assert.deepEqual(lastLineOf(stdout), { n: 1, coverage: 1, accuracyWhenPublished: 1 });
});

test('--aspects without a list takes that of the content folder, and says of which', (t) => {
  const file = write(t, { 'a.tsv': 'good food\tfood\t1\n', 'own/aspects.yaml': ASPECTS_YAML });
  const CONTENT_DIR = file('own');
  const { status, stdout, stderr } = runIn({ CONTENT_DIR }, '--aspects', file('a.tsv'));
  assert.deepEqual([status, stderr], [0, `Content folder: ${CONTENT_DIR}\n`]);
  assert.match(stdout, /\n\{"n":1,/);
});

test('Bad data exit 1 with the place on standard error, and nothing on standard output', (t) => {
  const file = write(t, { 'a.tsv': 'good\tgreat\n', 'b.yaml': '- id: food\n', 'c.yaml': '[]\n' });
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
    /"dataset": "legal clauses written for this project",\n {6}"metric": "aspectF1",\n {6}"value": 0(?:\.\d{1,4})?,\n {6}"n": \d+\n/,
  );
});

test('What does not go together, and what is unknown, is a wrong call', () => {
  for (const args of [
    ['--polarity', 'a', '--aspects', 'b'],
    ['--aspects-file', 'a'],
    ['--polarity', 'a', '--aspects-file', 'b'],
    ['--aspects', 'a', '--json', 'b'],
    ['--polarity', ''],
    ['--aspect-stars', 'a'],
    ['--polarity', 'a', '--columns', 'text=a'],
    ['--json', 'a', '--json', 'b'],
    ['--polarity=a', '--polarity', 'a'],
  ]) {
    assert.throws(() => parseOptions(args), isUsageError, args.join(' '));
  }
});
