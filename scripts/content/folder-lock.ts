import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '#dataset/read/read-content.ts';
import { CommandError } from '../command.ts';

/*
 * One process at a time writes into a content folder. The lock is a file that contains the id of
 * the process; its name, and those of temporary files, begin with a dot, so that none is read as
 * content.
 */

const LOCK = '.lock';
const MAX_WAIT_MS = 5000;

/**
 * The interval at which a waiting process checks. One that writes for long pauses for longer, now
 * and then.
 */
const LOOK_MS = 5;
export const PAUSE_MS = 20;

/** Writes into a folder while no other process does. */
export function withLock<Result>(root: string, act: () => Result, maxWaitMs = MAX_WAIT_MS): Result {
  const path = join(root, LOCK);
  lock(path, maxWaitMs);
  try {
    return act();
  } finally {
    if (readLock(path) === String(process.pid)) rmSync(path, { force: true });
  }
}

/** Blocks the process, which has nothing else to do. */
export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function lock(path: string, maxWaitMs: number): void {
  const end = performance.now() + maxWaitMs;
  while (!tryToLock(path)) {
    const holder = readLock(path);
    const isLate = performance.now() >= end;
    // A process that was killed before it wrote its id has left nothing else.
    const isDead = holder === '' ? isLate : holder !== undefined && !isAlive(Number(holder));
    if (isDead) takeAway(path, holder);
    else if (isLate && holder !== undefined) throw new CommandError(describeHolder(path, holder));
    else pause(LOOK_MS);
  }
}

function describeHolder(path: string, holder: string): string {
  return `another command (process ${holder}) is still writing into ${dirname(path)}. Run this again when it is done. If there is no such command, delete ${path} first.`;
}

function tryToLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `${dirname(path)} cannot be written to (${reason}). Run this as a user with write access.`,
      { cause: error },
    );
  }
}

/** Returns the id of the process that holds a lock; undefined if none does. */
function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Removes the lock of a dead process, but not the lock of a process that did so first. */
function takeAway(path: string, holder: string | undefined): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  if (readLock(aside) === holder) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

/** A lock of this process itself is left by another one with this id: containers count from 1. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.testimony-${process.pid}.tmp`);
}

const TEMPORARY = /^\..*\.testimony-\d+\.tmp$/;

/** Deletes the temporary files of killed processes. Under the lock, no other process has any. */
export function clearTemporaries(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') {
      clearTemporaries(path);
    } else if (TEMPORARY.test(entry.name)) rmSync(path, { force: true });
  }
}
