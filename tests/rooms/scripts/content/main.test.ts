import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScript } from '../../../support/run-script.ts';
import { Folder, review } from './run-command.ts';

test('a process ends with the code of its command', (context) => {
  const folder = new Folder(context, { 'reviews/a.md': review('google-a1') });
  const run = (...args: string[]) =>
    runScript('scripts/content/main.ts', [...args, '--content', folder.root]);
  assert.equal(run('status').status, 0);
  assert.equal(run('remove', 'google-a1').status, 2, 'nobody can be asked for the reason');
  assert.equal(run('restore', 'google-a1').status, 0);
  assert.equal(run('remove', 'google-a1', '--reason', 'spam').status, 0);
  assert.equal(run('restore', 'google-a1').status, 1);
  folder.save({ 'reviews/b.md': 'nothing' });
  assert.equal(run('status').status, 1);
});
