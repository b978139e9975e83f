import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { test } from 'node:test';
import { createContentFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const FILES = {
  '.env': 'CONTENT_DIR=of-the-file\n',
  'in.csv': 'rating,date\n5,2026-01-01\n',
};

/** One of scripts/main.ts stands for all. None of the folders is there: they soon end. */
const COMMANDS = [
  ['npm run import', 'scripts/main.ts', ['import', '--from', 'csv', 'in.csv', '--dry-run']],
  ['npm run build', 'scripts/build.ts', []],
  ['npm run dev', 'scripts/dev.ts', []],
  ['npm start', 'sidecar/main.ts', []],
] as const;

/** Runs a command to its end. None takes a minute: one that goes on for ever counts as failed. */
function run(cwd: string, script: string, args: readonly string[], CONTENT_DIR = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [REPOSITORY + script, ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, CONTENT_DIR, PORT: '0' },
  });
  const [, named = ''] = /Content folder: ([^"\n]*)/.exec(stdout + stderr) ?? [];
  return { status, stderr, folder: named.replace(`${cwd}/`, '') };
}

test('CONTENT_DIR goes before .env, and the file says it where nothing else does', (t) => {
  const cwd = realpathSync(createContentFolder(t, FILES));
  const [, script, args] = COMMANDS[1];
  assert.equal(run(cwd, script, args, 'of-the-environment').folder, 'of-the-environment');
  assert.equal(run(cwd, script, args).folder, 'of-the-file');
});

for (const [name, script, args] of COMMANDS) {
  test(`${name}: its option goes before CONTENT_DIR and .env; it says which folder`, (t) => {
    const cwd = realpathSync(createContentFolder(t, FILES));
    const named = [...args, '--content', 'of-the-option'];
    assert.equal(run(cwd, script, named, 'of-the-environment').folder, 'of-the-option');
  });
}
