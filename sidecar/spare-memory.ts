import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * What the system's allocator (glibc's malloc) is to do otherwise: by default each thread gets a
 * store of its own, which keeps what is freed in it, and after the first large buffer is freed, later
 * ones of up to 32 MB come out of it, too. So large ones go back to the system at once, and two stores
 * are enough (mallopt(3)). Lower thresholds have a start wait for the system, and save no more. An
 * operator's own setting wins.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '16777216',
};

/** A thread's room for what is new. By default it grows to 64 MB. */
const NEW_SPACE = '--max-semi-space-size=1';

/** Tells the program that it has taken its own place: where the settings do not arrive, it goes on. */
const REPLACED = 'TESTIMONY_REPLACED';

/**
 * Has the process hold less memory that nobody needs; to be called before anything else is done. The
 * allocator and V8 read these settings when a process begins: so this program takes the place of
 * itself with them, in the same process. (Set later, a flag of V8 makes it compile anew what it has
 * compiled before, its own modules and those of Node.js.)
 */
export function spareMemory(environment: NodeJS.ProcessEnv): void {
  const isReplaced = environment[REPLACED] !== undefined;
  delete environment[REPLACED];
  const { execArgv, connected, platform } = process;
  // Whoever has forked it, or looks into it, speaks with it by a channel that would be lost.
  const isSpokenWith = connected || execArgv.some((flag) => flag.startsWith('--inspect'));
  if (platform === 'linux' && !isReplaced && !isSpokenWith) replaceProgram(environment);
}

/** Returns only where that cannot be: it holds more memory then, and does all the same. */
function replaceProgram(environment: NodeJS.ProcessEnv): void {
  const { execPath, execArgv, argv } = process;
  // Of flags that are given twice the last one counts, and those of NODE_OPTIONS come before all.
  const isSet = environment.NODE_OPTIONS?.includes('semi-space');
  const flags = isSet ? execArgv : [NEW_SPACE, ...execArgv];
  const settings = { ...ALLOCATOR, ...environment, [REPLACED]: '1' };
  try {
    process.execve?.(execPath, [execPath, ...flags, ...argv.slice(1)], settings);
  } catch {
    // The file of Node.js is another by now, or its permissions forbid it.
  }
}

/**
 * From now on the heap of a thread may grow by a fifth before V8 looks for garbage again; by default
 * it may double. For after the start, and until `letHeapsGrow`: what is compiled in between holds only
 * for as long.
 */
export function boundHeaps(): void {
  setFlagsFromString('--heap-growing-percent=20');
  // It counts from the next time on that garbage is looked for.
  collectGarbage();
}

/** Takes back `boundHeaps`. For before the end, when threads keep what they have compiled. */
export function letHeapsGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
}

let collect: NodeJS.GCFunction | undefined;

/**
 * Collects the garbage of this thread now. For where much was let go of and nobody waits: V8 waits
 * for a heap to grow, and sees of buffers their small handles alone. `thoroughly`, it also closes the
 * gaps between what is left and gives back the pages that V8 keeps for later, which takes three times
 * as long.
 */
export function collectGarbage(how: 'fast' | 'thoroughly' = 'fast'): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    // Undefined where another thread has taken the flag back meanwhile: then the next call has it.
    collect = runInNewContext('globalThis.gc');
    // What was compiled before holds again.
    setFlagsFromString('--no-expose-gc');
  }
  if (how === 'thoroughly') collect?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  else collect?.();
}
