import { setTimeout as elapse, setImmediate } from 'node:timers/promises';

/** Nothing that tests wait for takes this long, even on a busy machine. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 10;

type None = false | null | undefined;

/** Asks again and again until the answer is no longer false or missing. Throws after a while. */
export async function waitUntil<Value>(
  what: string,
  ask: () => Promise<Value | None> | Value | None,
  mostMs = PATIENCE_MS,
): Promise<Value> {
  const deadline = performance.now() + mostMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== null && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`This did not happen in time: ${what}`);
    await elapse(PAUSE_MS);
  }
}

/** Resolves when all that is ready to run has run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}
