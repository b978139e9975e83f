import { setTimeout } from 'node:timers/promises';
import { type Child, finish, startChild } from './child.ts';
import { readEndedChildrenSeconds, readPeakBytes } from './process-usage.ts';

export type Command = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
};

/** What a process took from its start to its end. */
export type CommandUsage = {
  readonly seconds: number;
  /** Of the process and of those it started; null where the system does not tell. */
  readonly cpuSeconds: number | null;
  /** The most memory that the process itself held, as last seen before it ended. */
  readonly peakMegabytes: number | null;
};

const POLL_MILLISECONDS = 5;

/** Runs a command to its end. Throws an Error with what it wrote where it fails. */
export async function measureCommand({ program, args, cwd }: Command): Promise<CommandUsage> {
  // The system adds up what ended children took, and the time of no other can be mixed in here.
  const before = readEndedChildrenSeconds();
  const start = performance.now();
  await using child = await startChild(program, args, cwd === undefined ? {} : { cwd });
  const peak = watchPeak(child);
  await finish(child);
  const seconds = (performance.now() - start) / 1000;
  const after = readEndedChildrenSeconds();
  const peakBytes = await peak;
  return {
    seconds,
    cpuSeconds: before === null || after === null ? null : after - before,
    peakMegabytes: peakBytes === null ? null : peakBytes / 2 ** 20,
  };
}

async function watchPeak({ pid, ended }: Child): Promise<number | null> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  let peak: number | null = null;
  while (!hasEnded) {
    // The system keeps the highest value, so only growth in the last milliseconds is missed.
    peak = readPeakBytes(pid) ?? peak;
    await setTimeout(POLL_MILLISECONDS);
  }
  return peak;
}
