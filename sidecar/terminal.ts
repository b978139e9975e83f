import { type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';
import type { Release } from './release/release.ts';

/** Shows what is being done during a start. */
export type Progress = { readonly tell: (doing: string) => void; readonly end: () => void };

type Terminal = {
  readonly log: Logger;
  readonly progress: Progress;
  /** Says what is served and where. */
  readonly announce: (release: Release) => void;
};

/**
 * The log: lines for people on a terminal, JSON elsewhere, unless LOG_FORMAT says otherwise. What is
 * being done is one line that moves on a terminal; elsewhere each step is a line of the log.
 */
export async function openTerminal({
  logLevel: level,
  logFormat,
}: Pick<Config, 'logLevel' | 'logFormat'>): Promise<Terminal> {
  const { stdout, stderr } = process;
  const isText = logFormat === undefined ? stdout.isTTY : logFormat === 'text';
  const isMoving = isText && stdout.isTTY && stderr.isTTY;
  if (!isText) {
    const log = pino({ level });
    return { log, progress: logProgress(log), announce: (release) => announce(release, log) };
  }
  // Loaded where lines are written alone, so that other starts are fast.
  const { LogLines, ProgressLine } = await import('./log-lines.ts');
  const moving = isMoving ? new ProgressLine(stderr) : undefined;
  // Whoever read it may be gone.
  stdout.on('error', () => {});
  const isColored = stdout.isTTY && stdout.hasColors();
  const log = pino({ level }, new LogLines(stdout, isColored, moving));
  return {
    log,
    progress: moving ?? logProgress(log),
    announce: (release) => {
      if (stdout.isTTY) stdout.write(bannerOf(release));
      else announce(release, log);
    },
  };
}

function logProgress(log: Logger): Progress {
  return { tell: (doing) => log.info(doing), end: () => {} };
}

function announce({ baseUrl, ordinal, corpus }: Release, log: Logger): void {
  log.info({ url: baseUrl, ordinal, reviews: corpus.count }, `serving ${baseUrl}`);
}

const bannerOf = ({ baseUrl, corpus }: Release) => `
  ${corpus.count} reviews are served.

    pages   ${baseUrl}/
    feeds   ${baseUrl}/feeds/
    data    ${baseUrl}/reviews.json
    search  ${baseUrl}/api/reviews/search?min_rating=4
    push    ${baseUrl}/websub/
    for machines: ${baseUrl}/openapi.json

  Ctrl+C ends it.

`;
