import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ResourceLimits } from 'node:worker_threads';

/**
 * Settings of glibc's malloc (mallopt(3)): two arenas instead of one a thread, each of which keeps
 * what is freed, and large buffers returned to the system at once: by default, after the first one is
 * freed, later ones of up to 32 MB come out of an arena, too. Lower thresholds slow the start and save
 * no more. An operator's own setting wins.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '16777216',
};

/** The largest semi-space of the main thread, a third of its young generation. */
const NEW_SPACE = '--max-semi-space-size=2';
/** As an operator may write it. */
const SEMI_SPACE = /semi[-_]space/;
/** Other threads take limits of their own only where there is no flag. */
const NO_NEW_SPACE = '--max-semi-space-size=0';

/** A young generation of that size for any other thread: options of its Worker. */
export const SMALL_HEAP: Readonly<ResourceLimits> = { maxYoungGenerationSizeMb: 6 };
/**
 * For a thread with hundreds of requests in flight, or one that builds releases. Their objects are mostly
 * unused before a collection, instead of being copied by two and freed by a third.
 */
export const BUSY_HEAP: Readonly<ResourceLimits> = { maxYoungGenerationSizeMb: 24 };

/** Set where the program has replaced itself, so that it does so once. */
const REPLACED = 'TESTIMONY_REPLACED';

/**
 * Makes the process hold less unused memory; to be called first. malloc and V8 read these settings
 * when a process begins, so the program replaces itself (execve) with them. (A flag of V8 that is set
 * later makes it compile again what it has compiled before.)
 */
export function spareMemory(environment: NodeJS.ProcessEnv): void {
  const isReplaced = environment[REPLACED] !== undefined;
  delete environment[REPLACED];
  const { execArgv, connected, platform } = process;
  // A parent that forked it, or a debugger, has a channel that would be lost.
  const hasChannel = connected || execArgv.some((flag) => flag.startsWith('--inspect'));
  if (platform === 'linux' && !isReplaced && !hasChannel) replaceProgram(environment);
  // The heap of this thread is made. An operator's own flag stands for all.
  const flag = execArgv.findLast((one) => SEMI_SPACE.test(one));
  if (flag === NEW_SPACE) setFlagsFromString(NO_NEW_SPACE);
}

/** Returns only where it fails; then the process works the same, with more memory. */
function replaceProgram(environment: NodeJS.ProcessEnv): void {
  const { execPath, execArgv, argv } = process;
  // Of flags that are given twice the last one counts, and those of NODE_OPTIONS come before all.
  const isSet = SEMI_SPACE.test(environment.NODE_OPTIONS ?? '');
  const flags = isSet ? execArgv : [NEW_SPACE, ...execArgv];
  const settings = { ...ALLOCATOR, ...environment, [REPLACED]: '1' };
  try {
    process.execve?.(execPath, [execPath, ...flags, ...argv.slice(1)], settings);
  } catch {
    // The binary of Node.js was replaced, or its permissions forbid it.
  }
}

/**
 * Lets the heap of a thread grow by three tenths between two collections; by default it may double. From
 * after the start until `letHeapsGrow`: code compiled in between is cached for as long.
 */
export function boundHeaps(): void {
  setFlagsFromString('--heap-growing-percent=30');
  // The flag counts from the next collection on.
  collectGarbage();
}

/** Undoes `boundHeaps`, for before the end, when threads write what they have compiled. */
export function letHeapsGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
}

let collect: NodeJS.GCFunction | undefined;

/**
 * Collects the garbage of this thread, where much was freed and nobody waits: V8 waits for a heap to
 * grow, and sees only the small handles of buffers. `thoroughly` also compacts the heap and returns
 * the pages that V8 keeps for later, which takes three times as long.
 */
export function collectGarbage(how: 'fast' | 'thoroughly' = 'fast'): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    // Undefined where another thread has reset the flag meanwhile: then the next call tries again.
    collect = runInNewContext('globalThis.gc');
    // Cached code is valid again.
    setFlagsFromString('--no-expose-gc');
  }
  if (how === 'thoroughly') collect?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  else collect?.();
}
