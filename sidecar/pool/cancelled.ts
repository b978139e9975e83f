/**
 * Set to 1 once a result is no longer wanted. It is shared memory, as a busy thread reads no messages,
 * and ending the thread instead now and then ends the process: Node.js 26.10 fails an assertion.
 */
export type Cancelled = Int32Array<SharedArrayBuffer>;

/** How often a task that is done elsewhere, in the threads of zlib, looks at it. */
const LOOK_MS = 20;

export function createCancelled(): Cancelled {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function cancel(cancelled: Cancelled): void {
  Atomics.store(cancelled, 0, 1);
}

export function isCancelled(cancelled: Cancelled): boolean {
  return Atomics.load(cancelled, 0) !== 0;
}

/** Throws once the result is no longer wanted. */
export function refuseIfCancelled(cancelled: Cancelled): void {
  if (isCancelled(cancelled)) throw new Error('The result is no longer wanted.');
}

/** Runs a task with a signal that aborts once its result is no longer wanted. */
export async function runUntilCancelled<Result>(
  cancelled: Cancelled,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  refuseIfCancelled(cancelled);
  const unwanted = new AbortController();
  const looking = setInterval(() => {
    if (isCancelled(cancelled)) unwanted.abort();
  }, LOOK_MS);
  try {
    return await run(unwanted.signal);
  } finally {
    clearInterval(looking);
  }
}
