import assert from 'node:assert/strict';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { installPeer, peerModules } from '../../../scripts/peers/peers.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { runProgram } from '../deploy/run-program.ts';
import { startDemonstration } from './demonstration.ts';

/**
 * A client as others generate it from /openapi.json: it compiles where TypeScript is strict, knows the
 * type of what is answered, and reads it from the service as it is deployed.
 */
installPeer('clients', (line) => process.stderr.write(`${line}\n`));
const MODULES = peerModules('clients');

const { url, published, insights } = await startDemonstration({ after });
const description = (await ask(url, '/openapi.json')).text;

const GENERATE = ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-fetch-types.ts'];

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    outDir: 'compiled',
  },
  files: ['program.ts'],
};

/** Generates a client of a description, and compiles it with its program. Throws where it cannot. */
function compileClient(lifetime: Lifetime, openapi: string): string {
  const cwd = createFolder(lifetime);
  const run = (program: string, ...args: readonly string[]) =>
    runProgram(process.execPath, [join(MODULES, program), ...args], { cwd });
  symlinkSync(MODULES, join(cwd, 'node_modules'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(cwd, 'openapi.json'), openapi);
  copyFileSync(join(import.meta.dirname, 'programs/openapi-fetch.ts'), join(cwd, 'program.ts'));
  const [program = '', ...args] = GENERATE;
  run(program, ...args);
  run('typescript/bin/tsc', '--pretty', 'false');
  return join(cwd, 'compiled/program.js');
}

test('openapi-fetch: the client compiles strictly, knows the types, and reads the service', (t) => {
  const program = compileClient(t, description);
  const good = published.reviews.filter(({ reviewRating }) => reviewRating.ratingValue >= 4);
  assert.deepEqual(JSON.parse(runProgram(process.execPath, [program, url])), {
    author: published.reviews[0]?.author.name,
    aspect: insights.aspects[0]?.name,
    total: good.length,
    kinds: [],
    code: 'invalid_choice',
  });
});
