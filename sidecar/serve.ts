import { pino } from 'pino';
import { announce } from './announce.ts';
import { createApp } from './app.ts';
import { BuildError } from './build-in-child.ts';
import { ConfigError, publicOrigin, readConfig } from './config.ts';
import { drainOnSignal } from './drain.ts';
import { ListenError, listen } from './listen.ts';
import { prepareRelease } from './prepare-release.ts';
import { CurrentRelease } from './release/current-release.ts';
import { createReplyAtOnce } from './routes/at-once.ts';
import { createHttpServer } from './server.ts';
import { answerOnWire } from './wire/answer-on-wire.ts';

/** The composition root: reads the environment, listens, loads or builds a release, serves it. */
export async function serve(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const current = new CurrentRelease();
  const replyAtOnce = createReplyAtOnce({ sinceIsCounted: config.rateLimitPerMinute > 0 });
  const server = createHttpServer(current, replyAtOnce, createApp({ ...config, current, log }));
  const wire = answerOnWire(server, current, replyAtOnce);
  const signal = drainOnSignal(server, wire, current, log);

  const port = await listen(server, config.port, config.host);
  log.info({ host: config.host, port }, `listening on port ${port}`);
  const baseUrl = publicOrigin(config, port);
  try {
    const release = await prepareRelease({ ...config, baseUrl, signal }, log);
    const searchable = current.swap(release);
    announce(release, log);
    await searchable;
  } catch (error) {
    server.close();
    server.closeAllConnections();
    wire.closeAll();
    if (!signal.aborted) throw error;
  }
}

/** Whether an error is one that an operator can mend, and says so itself. */
export function isExpected(error: unknown): error is Error {
  return (
    error instanceof ConfigError || error instanceof BuildError || error instanceof ListenError
  );
}
