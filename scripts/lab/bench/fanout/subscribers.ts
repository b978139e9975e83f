import { findFreePort } from '../process/free-port.ts';
import { readCpuSeconds } from '../process/process-usage.ts';
import type { Certificate } from './certificate.ts';
import { startControlled } from './control.ts';
import { Arrivals } from './tally.ts';

/** All subscribers of a fan-out, in a process of their own. */
export type Subscribers = AsyncDisposable & {
  readonly origin: string;
  readonly cpuSeconds: () => number | null;
  /** From here on so many deliveries count. Resolves to what had come before, until now. */
  readonly expect: (count: number) => Promise<Arrivals>;
  /** Waits for the deliveries that were expected; not longer than so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<Arrivals>;
};

export async function startSubscribers({ certificate, key }: Certificate): Promise<Subscribers> {
  const port = await findFreePort();
  const program = await startControlled('run-subscribers.ts', [String(port), certificate, key]);
  return {
    origin: `https://127.0.0.1:${port}`,
    cpuSeconds: () => readCpuSeconds(program.child.pid),
    expect: async (count) => Arrivals.parse(await program.call('expect', { count })),
    wait: async (milliseconds) => Arrivals.parse(await program.call('await', { milliseconds })),
    [Symbol.asyncDispose]: program[Symbol.asyncDispose],
  };
}
