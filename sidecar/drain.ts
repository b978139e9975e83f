import type { Logger } from 'pino';
import type { HttpServer } from './http/http.ts';
import type { CurrentRelease } from './release/current-release.ts';

/** Requests in flight have this long to finish. */
const DEADLINE_MS = 10_000;
const SWEEP_MS = 50;
/**
 * Ctrl+C at `npm start` arrives twice, once from npm: repeats of a signal within this time count as
 * one.
 */
const ECHO_MS = 1_000;

/**
 * On SIGTERM or SIGINT, takes no new connections, reports that in /readyz, lets requests in flight
 * finish, and ends the process. A second signal, or the deadline, ends it at once. Returns a signal
 * that aborts when the process has to end.
 */
export function drainOnSignal(
  { server, closeIdle, closeAll }: HttpServer,
  current: CurrentRelease,
  log: Logger,
  now: () => number = () => performance.now(),
): AbortSignal {
  const stopping = new AbortController();
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (first) {
      if (signal === first.signal && now() - first.at < ECHO_MS) return;
      process.exit(1);
    }
    first = { signal, at: now() };
    current.drain();
    stopping.abort();
    log.info({ signal }, 'draining: requests in flight finish, new ones go elsewhere');
    // A connection that is busy becomes idle once its request is answered.
    const sweep = setInterval(closeIdle, SWEEP_MS);
    const deadline = setTimeout(closeAll, DEADLINE_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      log.info('stopped');
    });
    closeIdle();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return stopping.signal;
}
