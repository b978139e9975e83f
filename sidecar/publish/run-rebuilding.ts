import { parentPort } from 'node:worker_threads';
import { prepareHandOver } from './hand-over.ts';
import type { RebuildCall, RebuildMessage, RebuildPort, RebuildSettings } from './messages.ts';

/** Publishes from where the settings say, until the signal. */
type Follow = (settings: RebuildSettings, port: RebuildPort, signal: AbortSignal) => Promise<void>;

/** Runs in the rebuild thread, until the server says stop. */
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
  // Published once and watching nothing, the thread has no more to do, either.
  if (settings.watch === 'off' || stopping.signal.aborted) parentPort?.close();
}
