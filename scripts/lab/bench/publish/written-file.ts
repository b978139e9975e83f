import { readFileSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const PAUSE_MILLISECONDS = 4;
/** What has not been written to for so long is read. */
const REST_MILLISECONDS = 20;
/** How the peers' reviews.json and their pages end; what is shorter is still being written. */
const WHOLE = /(\]\}|<\/html>)\s*$/;

/** Milliseconds from a start to the last change that made a file whole with a text in it. */
export async function waitForWritten(
  file: string,
  text: string,
  {
    start,
    longestMilliseconds,
    checkWriter = () => {},
    what = 'the edit',
  }: {
    readonly start: number;
    readonly longestMilliseconds: number;
    readonly checkWriter?: () => void;
    readonly what?: string;
  },
): Promise<number> {
  let state = stateOf(file);
  let changedAt = start;
  let isRead = false;
  while (performance.now() - start < longestMilliseconds) {
    checkWriter();
    const now = performance.now();
    const seen = stateOf(file);
    if (seen !== state) {
      state = seen;
      changedAt = now;
      isRead = false;
    } else if (!isRead && now - changedAt >= REST_MILLISECONDS) {
      isRead = true;
      if (holds(file, text)) return changedAt - start;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  throw new Error(`${what} was not written within ${longestMilliseconds / 1000} s`);
}

function holds(file: string, text: string): boolean {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch {
    // It is not there yet, or not there just now.
    return false;
  }
  return content.includes(text) && WHOLE.test(content.subarray(-16).toString('latin1'));
}

function stateOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
}
