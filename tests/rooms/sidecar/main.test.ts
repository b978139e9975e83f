import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { REPOSITORY } from '../../support/run-script.ts';

test('a Node.js that reads TypeScript and is too old is told in one sentence, and loads nothing else', () => {
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
