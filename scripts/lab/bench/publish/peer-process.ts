import { setTimeout as elapse } from 'node:timers/promises';
import { type Child, finish, startChild } from '../process/child.ts';
import type { Command } from '../process/measured-command.ts';

/** One build of a peer may take so long. */
export const LONGEST_MILLISECONDS = 120_000;
const SAYS_PAUSE_MILLISECONDS = 20;

export function startPeer(
  { program, args, cwd }: Command,
  more: readonly string[] = [],
): Promise<Child> {
  return startChild(program, [...args, ...more], cwd === undefined ? {} : { cwd });
}

/** How long to wait for what a peer writes, and a check that throws where it has failed meanwhile. */
export function boundsOf(child: Child) {
  let failure: Error | undefined;
  void child.ended.then((code) => {
    if (code !== 0) failure = new Error(`it ended with code ${code}: ${child.output().trim()}`);
  });
  const checkWriter = () => {
    if (failure) throw failure;
  };
  return { longestMilliseconds: LONGEST_MILLISECONDS, checkWriter };
}

/** Waits until a peer has written a text to its terminal. Throws an Error where that takes too long. */
export async function says(child: Child, text: string): Promise<void> {
  const end = performance.now() + LONGEST_MILLISECONDS;
  while (!child.output().includes(text)) {
    if (performance.now() > end) throw new Error(`it does not say "${text}"`);
    await elapse(SAYS_PAUSE_MILLISECONDS);
  }
}

/** Waits for the end of a build. Throws an Error where it fails or takes too long. */
export async function endsInTime(child: Child): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`a build took longer than ${LONGEST_MILLISECONDS / 1000} s`)),
    LONGEST_MILLISECONDS,
  );
  try {
    await Promise.race([finish(child), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
