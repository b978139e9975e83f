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
  return { pid: child.pid, end };
}

const isRefused = (folder: string, who: string) => (error: unknown) => {
  assert.ok(error instanceof StateLockedError);
  assert.ok(error.message.startsWith(`STATE_DIR ${folder} is in use by ${who};`), error.message);
  return true;
};

test('a folder that another process has is refused, which is named, also where nobody refers to its lock', async (t) => {
  const folder = createFolder(t);
  const { pid, end } = await holdElsewhere(t, folder);
  assert.throws(() => StateLock.take(folder), isRefused(folder, `process ${pid}`));
  await end();
  // It was killed and could give back nothing itself.
  assert.ok(existsSync(join(folder, 'lock.pid')));
  StateLock.take(folder).release();
});

test('a lock that was released can be taken again, and one that is held cannot', (t) => {
  const folder = createFolder(t);
  const lock = StateLock.take(folder);
  assert.throws(() => StateLock.take(folder), isRefused(folder, `process ${process.pid}`));
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
  const kept = [
    'lock',
    'lock.pid',
    'releases',
    'hub.sqlite',
    'mcp-session-secret',
    'published.json',
  ];
  await waitUntil('all of it is there', () => kept.every((file) => existsSync(join(state, file))));
  const files = readdirSync(state, { recursive: true, encoding: 'utf8' });
  assert.ok(files.some((file) => file.endsWith('client/reviews.json')));
  // Some may be gone again.
  const modeOf = (file: string) =>
    statSync(join(state, file), { throwIfNoEntry: false })?.mode ?? 0;
  const open = ['.', ...files].filter((file) => modeOf(file) & 0o077);
  assert.deepEqual(open, []);
});
