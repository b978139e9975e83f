import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { judgeDomains } from '../../../../scripts/lab/evaluate/domains.ts';
import { parseOptions, runEvaluation } from '../../../../scripts/lab/evaluate/evaluate.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';
import { createContentFolder } from '../../../support/content-folder.ts';
import { analysis, judge } from './stand-ins.ts';

const NO_DATA = { uci: new Map(), mams: [], own: [] };
const ASPECTS_YAML = '- { id: food, name: Food, description: Food., terms: [food] }\n';

/** Runs the command on a folder; arguments that begin with / are files of it. */
function run(t: TestContext, files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const folder = createContentFolder(t, files);
  const [printed, reported]: [string[], string[]] = [[], []];
  const evaluated = { analysis, judgeDomains: () => judgeDomains(NO_DATA, () => judge) };
  const own = args.map((arg) => (arg.startsWith('/') ? join(folder, arg) : arg));
  const status = runEvaluation(own, evaluated, {
    print: (text) => printed.push(text),
    tell: (line) => reported.push(line),
    readEnvironment: () => ({ CONTENT_DIR: join(folder, 'own') }),
    now: () => 0,
  });
  const lastLine = printed.join('').trimEnd().split('\n').at(-1) ?? '';
  return { folder, status, stdout: printed.join(''), stderr: reported.join('\n'), lastLine };
}

const ALL_RIGHT = { accuracy: 1, macroF1: 1, coverage: 1, accuracyWhenPublished: 1 };

test('files of one’s own give a table, and last one line of JSON', (t) => {
  const aspects = { 'a.tsv': 'good food\tfood\t1\nso\t-\t\n', 'own/aspects.yaml': ASPECTS_YAML };
  const figures = { n: 2, named: 1, precision: 1, recall: 1, f1: 1, ...ALL_RIGHT };
  const stars = { 'a.csv': 'text,all,f\ngood food,5,4\n', 'own/aspects.yaml': ASPECTS_YAML };
  const columns = ['--columns', 'text=text,rating=all,food=f'];
  for (const [files, args, table, json] of [
    [
      { 'a.tsv': 'good\t1\nbad\t0\nso\t0\n' },
      ['--polarity', '/a.tsv'],
      /Labels of texts\n.*as published .*VADER .*AFINN /s,
      {
        ...{ n: 3, accuracy: 0.6667, macroF1: 0.6667, coverage: 0.3333 },
        ...{ accuracyWhenPublished: 1, calibrationError: 0.2 },
      },
    ],
    [
      aspects,
      ['--aspects', '/a.tsv'],
      /Sides of the aspects named\n/,
      { ...figures, calibrationError: 0.1 },
    ],
    [
      stars,
      ['--aspect-stars', '/a.csv', ...columns],
      /stars weigh .*as shipped/s,
      { n: 1, coverage: 1, accuracyWhenPublished: 1 },
    ],
  ] as const) {
    const { status, stdout, stderr, lastLine, folder } = run(t, files, ...args);
    const asked = 'own/aspects.yaml' in files ? `Content folder: ${folder}/own` : '';
    assert.deepEqual([status, stderr], [0, asked]);
    assert.match(stdout, table);
    const { peers: _, ...read } = Object(JSON.parse(lastLine));
    assert.deepEqual(read, json);
  }
});

test('bad data exit 1 with the place on standard error, and nothing on standard output', (t) => {
  const files = { 'a.tsv': 'good\tgreat\n', 'b.yaml': '- id: food\n', 'c.yaml': '[]\n' };
  for (const [args, fault] of [
    [['--polarity', '/a.tsv'], /a\.tsv:1:1 error has the label "great"/],
    [['--polarity', '/none.tsv'], /none\.tsv:1:1 error cannot be read \(ENOENT\)/],
    [['--aspects', '/a.tsv', '--aspects-file', '/b.yaml'], /b\.yaml:1:3 error .*name/],
    [['--aspects', '/a.tsv', '--aspects-file', '/c.yaml'], /c\.yaml:1:1 error names no aspects$/],
  ] as const) {
    const { status, stdout, stderr } = run(t, files, ...args);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, fault);
  }
});

test('a wrong call exits 2 before any work, and says how to call', (t) => {
  for (const [args, fault] of [
    [['--nonsense'], /--nonsense.*\nUsage: npm run evaluate/s],
    [['--json', '/b/c.json'], /^There is no folder .*b\.\nUsage/],
    [['--json', '/a'], /^--json takes a file; .*a is a folder\.\nUsage/],
  ] as const) {
    const { status, stdout, stderr } = run(t, { 'a/.keep': '' }, ...args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, fault);
  }
  for (const args of [
    ['--polarity', 'a', '--aspects', 'b'],
    ['--aspects-file', 'a'],
    ['--polarity', 'a', '--aspects-file', 'b'],
    ['--aspects', 'a', '--json', 'b'],
    ['--polarity', ''],
    ['--aspect-stars', 'a'],
    ['--polarity', 'a', '--columns', 'text=a'],
    ['--polarity=a', '--polarity', 'a'],
  ]) {
    assert.throws(() => parseOptions(args), isUsageError, args.join(' '));
  }
});

test('without data the legal clauses alone are evaluated, and the rest is said to be left out', (t) => {
  const { status, stdout, folder } = run(t, {}, '--json', '/a.json');
  assert.equal(status, 0);
  assert.match(stdout, /Aspects found: legal clauses/);
  assert.match(stdout, /\nLEFT OUT: the UCI sentences.*\nLEFT OUT: MAMS-ACSA/s);
  assert.match(
    readFileSync(join(folder, 'a.json'), 'utf8'),
    /"dataset": "legal clauses written for this project",\n {6}"metric": "aspectF1",\n {6}"value": 0(?:\.\d{1,4})?,\n {6}"n": \d+\n/,
  );
});
