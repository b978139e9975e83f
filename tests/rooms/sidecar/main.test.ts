import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { atEnd } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';

test('a Node.js that reads TypeScript and is too old is reported in one sentence, and loads nothing else', () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')));
  const least = Number(engines.node.replace('>=', ''));
  const versions = JSON.stringify({ ...process.versions, node: `${least - 1}.11.1` });
  const older = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(older)}`, 'sidecar/main.ts'],
    // It would not start with this, either, and would say so.
    { cwd: REPOSITORY, encoding: 'utf8', env: { ...process.env, PORT: 'none' } },
  );
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(
    stderr,
    new RegExp(`^Testimony needs Node\\.js ${least} or later; this is .*\\.\n$`),
  );
});

/** Holds the start in the first module of the service that is loaded, which says so. */
const HOLD = `import { registerHooks } from 'node:module';
const source = "console.error('held'); await new Promise(() => {});";
registerHooks({
  load: (url, context, next) => url.endsWith('/sidecar/begin.ts')
    ? { format: 'module', source, shortCircuit: true }
    : next(url, context),
});`;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends a service that has hardly begun, as it does in a container`, async (t) => {
    const held = `data:text/javascript,${encodeURIComponent(HOLD)}`;
    const child = spawn(process.execPath, ['--import', held, 'sidecar/main.ts'], {
      cwd: REPOSITORY,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    atEnd(t, () => child.kill('SIGKILL'));
    assert.equal(String(await once(child.stderr, 'data')), 'held\n');
    child.kill(signal);
    // By itself: a signal that it does not listen to would end any process but the first.
    assert.deepEqual(await ended, [0, null]);
  });
}
