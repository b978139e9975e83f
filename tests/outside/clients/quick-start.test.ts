import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { importPeer, installPeer } from '../../../scripts/peers/peers.ts';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { startService } from '../../support/service.ts';
import { runProgram } from '../deploy/run-program.ts';

const page = readFileSync(join(REPOSITORY, 'site/docs/quick-start.md'), 'utf8');
const env = { NO_PROXY: '*' };
const { url } = await startService({ after }, { env: { RATE_LIMIT_PER_MINUTE: '0' } });

/** The blocks of code in a language, with the address of the service. */
function examplesOf(language: string): string[] {
  const blocks = page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code.replaceAll('http://localhost:8787', url));
}

/** Output of a program; undefined, with a note, if it or what it needs is not installed. */
function tryProgram(t: TestContext, needs: readonly string[], args: readonly string[]) {
  const [program = '', ...probe] = needs;
  try {
    runProgram(program, probe);
  } catch {
    t.skip(`${needs.join(' ')} fails: the example is NOT tested`);
    return undefined;
  }
  return runProgram(program, args, { env });
}

test('curl downloads files, and leaves a current copy alone', (t) => {
  const cwd = createFolder(t);
  const examples = examplesOf('sh');
  for (const code of examples) runProgram('sh', ['-ec', code], { cwd, env });
  const again = examples.find((code) => code.includes('--etag-compare'));
  assert.match(readFileSync(join(cwd, 'reviews.csv'), 'utf8'), /^id,url,author,/);
  writeFileSync(join(cwd, 'reviews.json'), 'current');
  runProgram('sh', ['-ec', again ?? 'false'], { cwd, env });
  assert.equal(readFileSync(join(cwd, 'reviews.json'), 'utf8'), 'current');
});

test('JavaScript prints the rating, the count and critical reviews', (t) => {
  const [code = ''] = examplesOf('js');
  const args = ['--input-type=module', '--eval', code];
  const printed = tryProgram(t, [process.execPath, '--version'], args) ?? '';
  assert.match(printed, /^4\.\d+ \d+\n(?:\d{4}-\d\d-\d\d [12](?:\.5)? http\S+\n)+$/);
});

test('Python prints the years and critical reviews', (t) => {
  const [code = ''] = examplesOf('python');
  const printed = tryProgram(t, ['python3', '-c', 'import pandas'], ['-c', code]);
  if (printed !== undefined) assert.match(printed, /\n2026 +\d+ +\d\.\d+\n/);
});

test('R prints the years and critical reviews', (t) => {
  const [code = ''] = examplesOf('r');
  const printed = tryProgram(t, ['Rscript', '--version'], ['-e', code]);
  if (printed !== undefined) assert.match(printed, / 2026 +\d\.\d+\n/);
});

test('DuckDB counts years, and finds criticism of an aspect', async (t) => {
  installPeer('formats', console.info);
  const { DuckDBInstance } = await importPeer('formats');
  const database = await DuckDBInstance.create(':memory:');
  t.after(() => database.closeSync());
  const connection = await database.connect();
  // Its extension for URLs is not part of the package.
  const file = join(createFolder(t), 'reviews.parquet');
  writeFileSync(file, await (await fetch(`${url}/reviews.parquet`)).bytes());
  const [code = ''] = examplesOf('sql');
  for (const query of code.replaceAll(`${url}/reviews.parquet`, file).split('\n\n')) {
    const rows = (await connection.runAndReadAll(query)).getRowObjectsJson();
    assert.ok(rows.length > 0, query);
  }
  connection.closeSync();
});
