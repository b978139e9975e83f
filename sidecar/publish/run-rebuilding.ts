import { parentPort } from 'node:worker_threads';
import { prepareHandOver } from './hand-over.ts';
import type { RebuildCall, RebuildMessage, RebuildPort, RebuildSettings } from './messages.ts';

/** Publishes until the signal: followContent or followRelease. */
type Follow = (settings: RebuildSettings, port: RebuildPort, signal: AbortSignal) => Promise<void>;

/** Runs the rebuild thread until the server stops it. */
export async function runRebuilding(settings: RebuildSettings, follow: Follow): Promise<void> {
  const stopping = new AbortController();
  let retry = () => {};
  const post = (posted: RebuildMessage) => {
    const { message, transfer } = prepareHandOver(posted);
    parentPort?.postMessage(message, [...transfer]);
  };
  const port: RebuildPort = {
    post,
    log: (level, message, fields = {}) => post({ type: 'log', level, message, fields }),
    now: () => new Date(),
    onRetry: (again) => {
      retry = again;
    },
  };
  parentPort?.on('message', (said: RebuildCall) => {
    if (said === 'retry') retry();
    else stopping.abort();
  });
  await follow(settings, port, stopping.signal);
  // With WATCH=off the thread is done once it has published.
  if (settings.watch === 'off' || stopping.signal.aborted) parentPort?.close();
}
