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
 * Clients as others generate them from /openapi.json: they compile where TypeScript is strict, know the
 * type of what is answered, and read it from the service as it is deployed. programs/ has one for each
 * generator, which does the same by its interface.
 */
installPeer('clients', (line) => process.stderr.write(`${line}\n`));
const MODULES = peerModules('clients');

const { url, published, insights } = await startDemonstration({ after });
const description = (await ask(url, '/openapi.json')).text;

const GENERATORS = {
  'openapi-fetch': [
    'openapi-typescript/bin/cli.js',
    'openapi.json',
    '-o',
    'openapi-fetch-types.ts',
  ],
  'hey-api': [
    ...['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api-client'],
    ...['-c', '@hey-api/client-fetch'],
  ],
} as const;
type Generator = keyof typeof GENERATORS;

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
function compileClient(lifetime: Lifetime, generator: Generator, openapi: string): string {
  const cwd = createFolder(lifetime);
  const run = (program: string, ...args: readonly string[]) =>
    runProgram(process.execPath, [join(MODULES, program), ...args], { cwd });
  symlinkSync(MODULES, join(cwd, 'node_modules'));
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(cwd, 'openapi.json'), openapi);
  copyFileSync(join(import.meta.dirname, 'programs', `${generator}.ts`), join(cwd, 'program.ts'));
  const [program, ...args] = GENERATORS[generator];
  run(program, ...args);
  run('typescript/bin/tsc', '--pretty', 'false');
  return join(cwd, 'compiled/program.js');
}

for (const generator of ['openapi-fetch', 'hey-api'] as const) {
  test(`${generator}: the client compiles strictly, knows the types, and reads the service`, (t) => {
    const program = compileClient(t, generator, description);
    const good = published.reviews.filter(({ reviewRating }) => reviewRating.ratingValue >= 4);
    assert.deepEqual(JSON.parse(runProgram(process.execPath, [program, url])), {
      author: published.reviews[0]?.author.name,
      aspect: insights.aspects[0]?.name,
      total: good.length,
      kinds: [],
      code: 'invalid_choice',
    });
  });
}
