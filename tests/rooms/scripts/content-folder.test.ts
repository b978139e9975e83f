import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContentFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const FILES = {
  '.env': 'CONTENT_DIR=of-the-file\n',
  'in.csv': 'rating,date\n5,2026-01-01\n',
  'a.tsv': 'good food\tfood\t1\n',
};

/** None takes as long: a command that goes on for ever is told as one that failed. */
const UNTIL = { encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' } as const;

/** The commands that read or write content. None of the folders is there: they soon end. */
const COMMANDS = [
  ['npm run import', 'scripts/import/main.ts', ['--from', 'csv', 'in.csv', '--dry-run']],
  ['npm run check:content', 'scripts/check-content.ts', []],
  ['npm run check:content -- --format json', 'scripts/check-content.ts', ['--format', 'json']],
  ['npm run build', 'scripts/build.ts', []],
  ['npm run dev', 'scripts/dev.ts', []],
  ['npm start', 'sidecar/main.ts', []],
  ['npm run evaluate', 'scripts/lab/evaluate.ts', ['--aspects', 'a.tsv']],
  ['npm run insights', 'scripts/insights.ts', ['--aspect', 'staff']],
] as const;

for (const [name, script, args] of COMMANDS) {
  test(`${name}: its option, CONTENT_DIR, .env name the folder, in this order; it says which`, (t) => {
    const cwd = realpathSync(createContentFolder(t, FILES));
    const run = (given: string, ...more: readonly string[]) => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [`${REPOSITORY}${script}`, ...args, ...more],
        { cwd, ...UNTIL, env: { ...process.env, CONTENT_DIR: given, PORT: '0' } },
      );
      const told = /Content folder: ([^"\n]*)/.exec(stdout + stderr)?.[1] ?? '';
      assert.ok(told.startsWith(`${cwd}/`), stdout + stderr);
      return { folder: told.slice(cwd.length + 1), stdout };
    };
    assert.equal(run('').folder, 'of-the-file');
    assert.equal(run('of-the-environment').folder, 'of-the-environment');
    const { folder, stdout } = run('of-the-environment', '--content', 'of-the-option');
    assert.equal(folder, 'of-the-option');
    if (name.endsWith('json')) JSON.parse(stdout);
  });
}

for (const [name, script, args] of COMMANDS) {
  test(`${name}: an empty name is refused in a sentence, for the default is not meant`, (t) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [`${REPOSITORY}${script}`, ...args, '--content', ''],
      { cwd: createContentFolder(t, FILES), ...UNTIL, env: { ...process.env, PORT: '0' } },
    );
    assert.ok(status === 1 || status === 2, String(status));
    assert.match(stderr, /name of the content folder is empty|--content needs a value/);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

test('npm start tells of an option that means nothing to it', (t) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(REPOSITORY, 'sidecar/main.ts'), '--contents', 'my-content'],
    { cwd: createContentFolder(t, FILES), ...UNTIL },
  );
  assert.equal(status, 1);
  assert.match(stderr, /--contents.*\nUsage: npm start \[-- --content DIR\]; /s);
});

test('a .env that cannot be read is told in a sentence', (t) => {
  const cwd = createContentFolder(t, { '.env/a': '' });
  for (const [, script, args] of COMMANDS) {
    const { status, stderr } = spawnSync(process.execPath, [`${REPOSITORY}${script}`, ...args], {
      cwd,
      ...UNTIL,
    });
    assert.equal(status, 1, script);
    assert.match(stderr, /\.env cannot be read \(EISDIR\); correct that or delete it\./, script);
    assert.doesNotMatch(stderr, /\n {4}at /, script);
  }
});
