import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { atEnd } from '../../support/lifetime.ts';

const BLOCK = Buffer.alloc(4096, 'x');

/**
 * Makes a file system that a test may fill up. Where none can be made, the test is skipped with a notice.
 * It is removed after the test.
 */
export function createSmallDisk(test: TestContext, megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'testimony-disk-'));
  const mount = (...args: readonly string[]) => spawnSync('mount', args, { encoding: 'utf8' });
  atEnd(test, () => {
    // A process that is about to end may still use the disk; -l does not wait for it.
    spawnSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  const mounted = mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  if (mounted.status !== 0) {
    const reason = mounted.error?.message ?? mounted.stderr.trim();
    test.skip(`NOT TESTED: no small disk can be mounted here; run it as root (${reason})`);
    return undefined;
  }
  const filler = join(folder, 'filler');
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
  };
  return {
    folder,
    /** Takes all the space that is left. */
    fill: () => fillUp(filler),
    free: () => rmSync(filler),
    /**
     * Makes it read-only, or writable again; or only a folder on it, where a process has files elsewhere on
     * it open for writing, such as a database.
     */
    remount: (mode: 'ro' | 'rw', path?: string) => {
      if (path === undefined) run('mount', '-o', `remount,${mode}`, folder);
      else if (mode === 'rw') run('umount', '-l', path);
      else {
        run('mount', '--bind', path, path);
        run('mount', '-o', 'remount,bind,ro', path);
      }
    },
  };
}

function fillUp(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (;;) writeSync(descriptor, BLOCK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(descriptor);
  }
}
