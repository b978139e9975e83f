/**
 * Set to 1 once a result is no longer wanted. It is shared memory, because a busy thread reads no
 * messages, and ending the thread instead occasionally ends the process: an assertion fails in
 * Node.js 26.10.
 */
export type Canceled = Int32Array<SharedArrayBuffer>;

/** The interval at which work in the threads of zlib checks it. */
const LOOK_MS = 20;

export function createCanceled(): Canceled {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

export function cancel(canceled: Canceled): void {
  Atomics.store(canceled, 0, 1);
}

export function isCanceled(canceled: Canceled): boolean {
  return Atomics.load(canceled, 0) !== 0;
}

/** Throws once the result is no longer wanted. */
export function refuseIfCanceled(canceled: Canceled): void {
  if (isCanceled(canceled)) throw new Error('The result is no longer wanted.');
}

/** Runs a task with a signal that aborts once its result is no longer wanted. */
export async function runUntilCanceled<Result>(
  canceled: Canceled,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  refuseIfCanceled(canceled);
  const unwanted = new AbortController();
  const looking = setInterval(() => {
    if (isCanceled(canceled)) unwanted.abort();
  }, LOOK_MS);
  try {
    return await run(unwanted.signal);
  } finally {
    clearInterval(looking);
  }
}
