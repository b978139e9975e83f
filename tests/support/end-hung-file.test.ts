import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContentFolder } from './content-folder.ts';
import { REPOSITORY } from './run-script.ts';

const END_HUNG_FILE = join(REPOSITORY, 'tests/support/end-hung-file.ts');

function run(file: string, limit: number) {
  const env = { ...process.env, TEST_FILE_LIMIT_MS: String(limit) };
  const args = ['--import', END_HUNG_FILE, file];
  return spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 60_000 });
}

test('a file that never ends fails and tells what holds it', (t) => {
  const folder = createContentFolder(t, {
    'hung.ts': `import { createServer } from 'node:net';\ncreateServer().listen(0, '127.0.0.1');\n`,
  });
  const { status, stderr } = run(join(folder, 'hung.ts'), 200);
  assert.equal(status, 1);
  assert.match(stderr, /hung\.ts has not ended within 200 ms\. It is held by: .*TCPServerWrap/);
});

test('a file that ends is not held up by its limit', (t) => {
  const folder = createContentFolder(t, { 'ends.ts': 'process.exitCode = 0;\n' });
  const { status, signal, stderr } = run(join(folder, 'ends.ts'), 600_000);
  assert.deepEqual({ status, signal, stderr }, { status: 0, signal: null, stderr: '' });
});
