import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY, runScript } from '../../../support/run-script.ts';
import { Folder, review } from './run-command.ts';

const NAMES = ['new', 'remove', 'restore', 'verify', 'reply', 'status'];

test('npm runs each command by its name, and each says how it is called', () => {
  const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  for (const name of NAMES) {
    assert.equal(scripts[name], `node scripts/content/main.ts ${name}`);
    assert.equal(scripts[`pre${name}`], 'node scripts/setup.js');
    const { status, stdout } = runScript('scripts/content/main.ts', [name, '--help']);
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`\\n  npm run ${name}\\b[\\s\\S]*\\nExit codes:\\n {2}0 `));
    assert.ok(stdout.split('\n').every((line) => line.length <= 88));
  }
});

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
