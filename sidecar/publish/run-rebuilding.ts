import { parentPort } from 'node:worker_threads';
import { followContent } from './follow-content.ts';
import { followRelease } from './follow-release.ts';
import { prepareHandOver } from './hand-over.ts';
import type { RebuildCall, RebuildMessage, RebuildSettings, Stage } from './messages.ts';
import type { RebuildPort } from './rebuild-port.ts';

/** Publishes from where the settings say, until the signal. */
type Follow = (settings: RebuildSettings, port: RebuildPort, signal: AbortSignal) => Promise<void>;

/**
 * Runs in the rebuild thread, until the server says stop. `reached` is called at each stage of a
 * rebuild, before anything else happens.
 */
export async function runRebuilding(
  settings: RebuildSettings,
  reached: (stage: Stage) => void = () => {},
  follow: Follow = settings.watch === 'release' ? followRelease : followContent,
): Promise<void> {
  const stopping = new AbortController();
  let retry = () => {};
  const post = (posted: RebuildMessage) => {
    const { message, transfer } = prepareHandOver(posted);
    parentPort?.postMessage(message, [...transfer]);
  };
  const port: RebuildPort = {
    post,
    log: (level, message, fields = {}) => post({ type: 'log', level, message, fields }),
    reached,
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
