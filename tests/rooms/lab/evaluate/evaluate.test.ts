import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContentFolder } from '../../../support/content-folder.ts';
import { runScript } from '../../../support/run-script.ts';

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
