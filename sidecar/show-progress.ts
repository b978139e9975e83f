import type { Logger } from 'pino';

/** Shows what is being done while somebody waits. */
export type Progress = { readonly tell: (doing: string) => void; readonly end: () => void };

/** On a terminal one line that moves, with the time it takes; elsewhere a line of the log each. */
export async function showProgress(log: Logger): Promise<Progress> {
  if (!process.stderr.isTTY) return { tell: (doing) => log.info(doing), end: () => {} };
  // Not loaded where nobody looks on: a start is fast.
  const { spinner } = await import('@clack/prompts');
  const line = spinner({ indicator: 'timer', output: process.stderr });
  let isShown = false;
  return {
    tell(doing) {
      if (isShown) line.message(doing);
      else line.start(doing);
      isShown = true;
    },
    end() {
      if (isShown) line.clear();
      isShown = false;
    },
  };
}
