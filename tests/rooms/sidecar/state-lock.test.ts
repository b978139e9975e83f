import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { StateLock, StateLockedError } from '../../../sidecar/state-lock.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createSmallDisk } from './small-disk.ts';

const MODULE = new URL('../../../sidecar/state-lock.ts', import.meta.url);

/** Takes the lock, refers to it no more, says so, and lives on. */
const HOLD = `
  const { StateLock } = await import(process.argv[1]);
  StateLock.take(process.argv[2]);
  for (let round = 0; round < 20; round++) {
    await new Promise((done) => setImmediate(done));
    globalThis.gc();
  }
  console.log('taken');
  setInterval(() => {}, 1000);
`;

/** A process of its own that has a folder. */
async function holdElsewhere(t: TestContext, folder: string) {
  const args = ['--expose-gc', '--input-type=module', '--eval', HOLD, '--', MODULE.href];
  const child: ChildProcess = spawn(process.execPath, [...args, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  atEnd(t, end);
  assert.ok(child.stdout);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  assert.equal(line, 'taken');
  return end;
}

const isRefused = (folder: string) => (error: unknown) => {
  assert.ok(error instanceof StateLockedError);
  assert.ok(error.message.startsWith(`STATE_DIR ${folder} is in use by another process;`));
  return true;
};

test('a folder that another process has is refused, also where nobody refers to its lock', async (t) => {
  const folder = createFolder(t);
  const end = await holdElsewhere(t, folder);
  assert.throws(() => StateLock.take(folder), isRefused(folder));
  // It is killed and can give back nothing itself.
  await end();
  const lock = StateLock.take(folder);
  assert.throws(() => StateLock.take(folder), isRefused(folder));
  lock.release();
  StateLock.take(folder).release();
});

test('a folder that cannot be written fails with the code of the system', (t) => {
  const disk = createSmallDisk(t, 1);
  if (!disk) return;
  for (let time = 0; time < 2; time++) {
    disk.remount('ro');
    assert.throws(
      () => StateLock.take(disk.folder),
      (error) => {
        assert.ok(error instanceof Error && 'code' in error);
        assert.equal(error.code, 'EROFS');
        return !(error instanceof StateLockedError);
      },
    );
    disk.remount('rw');
    // Then with the lock of an earlier process.
    StateLock.take(disk.folder).release();
  }
});

test('what a service keeps is for its user alone', async (t) => {
  const { folder } = await startService(t, { content: SAMPLE_CONTENT });
  const state = join(folder, 'state');
  const kept = ['releases', 'hub.sqlite', 'mcp-session-secret', 'published.json'];
  await waitUntil('all of it is there', () => kept.every((file) => existsSync(join(state, file))));
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' });
  assert.ok(files.some((file) => file.endsWith('client/reviews.json')));
  // Some may be gone again.
  const modeOf = (file: string) =>
    statSync(join(state, file), { throwIfNoEntry: false })?.mode ?? 0;
  // The lock is an empty file.
  const open = ['.', ...files].filter((file) => file !== 'lock' && modeOf(file) & 0o077);
  assert.deepEqual(open, []);
});
