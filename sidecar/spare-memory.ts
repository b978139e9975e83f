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

/** Tells the program that it has taken its own place: where the settings do not arrive, it goes on. */
const REPLACED = 'TESTIMONY_REPLACED';

/**
 * Has the process hold less memory that nobody needs; to be called before anything else is done. By
 * default a heap of V8 may double before garbage is looked for, and the room for what is new grows to
 * 64 MB a thread. The allocator reads its settings when a process begins: where they are not there,
 * this program takes the place of itself with them, in the same process.
 */
export function spareMemory(environment: NodeJS.ProcessEnv): void {
  const isSet = Object.keys(ALLOCATOR).some((name) => environment[name] !== undefined);
  const isReplaced = environment[REPLACED] !== undefined;
  delete environment[REPLACED];
  const { execArgv, connected, platform } = process;
  // Whoever has forked it, or looks into it, speaks with it by a channel that would be lost.
  const isSpokenWith = connected || execArgv.some((flag) => flag.startsWith('--inspect'));
  if (platform === 'linux' && !isSet && !isReplaced && !isSpokenWith) replaceProgram(environment);
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Returns only where that cannot be: it holds more memory then, and does all the same. */
function replaceProgram(environment: NodeJS.ProcessEnv): void {
  const { execPath, execArgv, argv } = process;
  const program = [execPath, ...execArgv, ...argv.slice(1)];
  try {
    process.execve?.(execPath, program, { ...environment, ...ALLOCATOR, [REPLACED]: '1' });
  } catch {
    // The file of Node.js is another by now, or its permissions forbid it.
  }
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
    collect = runInNewContext('gc');
  }
  if (how === 'thoroughly') collect?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  else collect?.();
}
