import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { evaluation } from '../../../../scripts/lab/evaluate/evaluate.ts';
import { callCommand } from '../../../support/call-command.ts';
import { createContentFolder } from '../../../support/content-folder.ts';

/** Runs the command in a folder with a file of UCI sentences, which arguments that begin with / are below. */
async function run(t: TestContext, ...args: readonly string[]) {
  const folder = createContentFolder(t, { 'uci/yelp_labelled.txt': 'good\tgreat\n' });
  const own = args.map((arg) => (arg.startsWith('/') ? join(folder, arg) : arg));
  const { code: status, out: stdout, errors: stderr } = await callCommand(evaluation, own);
  return { status, stdout, stderr };
}

test('the texts of this project give a table of their aspects, and of sides as published', async (t) => {
  const { status, stdout } = await run(t);
  assert.equal(status, 0);
  assert.match(stdout, /\n {2}communication +44( +[\d.]+ %){4}\n/);
  assert.match(stdout, /\n {2}legal clauses .*, as published +442( +[\d.]+ %){4}\n/);
});

test('bad data exit 1 with the place on standard error, and nothing on standard output', async (t) => {
  for (const [uci, fault] of [
    ['/uci', /yelp_labelled\.txt:1:1 error has the label "great"/],
    ['/none', /yelp_labelled\.txt:1:1 error cannot be read \(ENOENT\)/],
  ] as const) {
    const { status, stdout, stderr } = await run(t, uci, '/mams');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, fault);
  }
});

test('a wrong call exits 2, and says how to call', async (t) => {
  for (const args of [['--nonsense'], ['uci'], ['uci', 'mams', 'more']]) {
    const { status, stdout, stderr } = await run(t, ...args);
    assert.deepEqual([status, stdout], [2, ''], args.join(' '));
    assert.match(stderr, /Usage: npm run evaluate\n/);
  }
});
