import type { Logger } from 'pino';
import type { Release } from './release/release.ts';

/** Says what is served and where: in the log and, on a terminal, in plain words. */
export function announce({ baseUrl, ordinal, corpus, isDataOnly }: Release, log: Logger): void {
  if (isDataOnly) {
    log.info({ url: baseUrl, ordinal }, `serving ${baseUrl}, so far the data of another version`);
    return;
  }
  log.info({ url: baseUrl, ordinal, reviews: corpus.count }, `serving ${baseUrl}`);
  if (!process.stdout.isTTY) return;
  console.log(`
  ${corpus.count} reviews are served.

    pages   ${baseUrl}/
    feeds   ${baseUrl}/feeds/
    data    ${baseUrl}/reviews.json
    search  ${baseUrl}/api/reviews/search?min_rating=4
    push    ${baseUrl}/websub/
    for machines: ${baseUrl}/openapi.json

  Ctrl+C ends it.
`);
}

/** Shows what is being done during a start. */
export type Progress = { readonly tell: (doing: string) => void; readonly end: () => void };

/** On a terminal one line that moves, with the time it takes; elsewhere a line of the log each. */
export async function showProgress(log: Logger): Promise<Progress> {
  if (!process.stderr.isTTY) return { tell: (doing) => log.info(doing), end: () => {} };
  // Loaded on a terminal alone, so that other starts are fast.
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
