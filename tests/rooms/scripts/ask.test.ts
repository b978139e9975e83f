import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const SCRIPT = `
  import { createAsk } from './scripts/ask.ts';
  const options = ['Dentist', 'Electrician', 'Plumber'].map((value) => ({ value }));
  console.log('=' + await createAsk().choose({ message: 'Type?', options }));`;

for (const [does, typed, chosen] of [
  ['letters filter a list', 'plumber\r', 'Plumber'],
  ['arrows move in a list', '\x1b[B\r', 'Electrician'],
  ['an answer that is not in a list is not taken', 'zoo\r\b\b\belec\r', 'Electrician'],
] as const) {
  test(does, () => {
    const args = ['--input-type=module', '--eval', SCRIPT];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      input: typed,
      encoding: 'utf8',
    });
    assert.equal(/=(\w+)\n$/.exec(stdout)?.[1], chosen, stderr);
  });
}
