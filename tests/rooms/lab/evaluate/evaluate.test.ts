import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '../../../../scripts/command.ts';
import { evaluation } from '../../../../scripts/lab/evaluate/evaluate.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

/** Runs the command on a folder; arguments that begin with / are files of it. */
async function run(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  const folder = createContentFolder(t, files);
  const own = args.map((arg) => (arg.startsWith('/') ? join(folder, arg) : arg));
  const [printed, reported]: [string[], string[]] = [[], []];
  const status = await runCommand(evaluation, own, {
    now: new Date(0),
    print: (text) => printed.push(text),
    printError: (text) => reported.push(text),
    readEnvironment: () => ({}),
    ask: undefined,
  });
  return { status, stdout: printed.join('\n'), stderr: reported.join('\n') };
}

test('texts of one’s own give a table of their aspects, and of methods beside the model', async (t) => {
  const files = {
    'a.tsv':
      'The food was good\tpositive\tfood=positive\nThe food was bad\t0\nWe came\tneutral\t-\n',
    'aspects.yaml': '- { id: food, name: Food, description: Food., terms: [food] }\n',
  };
  const { status, stdout } = await run(
    t,
    files,
    '--texts',
    '/a.tsv',
    '--aspects-file',
    '/aspects.yaml',
  );
  assert.equal(status, 0);
  // Two texts speak of food, of which one is labeled for it.
  assert.match(stdout, /\n {2}food +1 {2}50\.0 % +100\.0 % +66\.7 % +100\.0 %\n/);
  for (const name of ['the model', 'VADER', 'AFINN']) {
    assert.match(stdout, new RegExp(`${name} +3 {2}100\\.0 %`), stdout);
  }
});

test('bad data exit 1 with the place on standard error, and nothing on standard output', async (t) => {
  const files = { 'a.tsv': 'good\tgreat\n', 'b.tsv': 'good\t1\n', 'c.yaml': '- id: food\n' };
  for (const [args, fault] of [
    [['--texts', '/a.tsv'], /a\.tsv:1:1 error has the label "great"/],
    [['--texts', '/none.tsv'], /none\.tsv:1:1 error cannot be read \(ENOENT\)/],
    [['--texts', '/b.tsv', '--aspects-file', '/c.yaml'], /c\.yaml:1:3 error .*name/],
  ] as const) {
    const { status, stdout, stderr } = await run(t, files, ...args);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, fault);
  }
});

test('a wrong call exits 2, and says how to call', async (t) => {
  for (const args of [['--nonsense'], ['uci'], ['uci', 'mams', 'more'], ['--texts', '']]) {
    const { status, stdout, stderr } = await run(t, {}, ...args);
    assert.deepEqual([status, stdout], [2, ''], args.join(' '));
    assert.match(stderr, /Usage:\n {2}npm run evaluate\n/);
  }
});
