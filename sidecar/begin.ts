import { parseArgs } from 'node:util';
import {
  type Config,
  ConfigError,
  readConfig,
  readEnvironment,
  serviceOrigins,
} from './config/config.ts';
import { readAnnouncedOrdinal } from './hub/announced-ordinal.ts';
import type { PublisherSettings } from './publish/messages.ts';
import type { PublisherThread } from './publish/publisher-thread.ts';
import { StateLock, StateLockedError } from './state-lock.ts';

/** The previous process may still be ending. */
const LOCK_WAIT_MS = 2_000;

/** The first part of a start: STATE_DIR is locked, and the publisher loads the stored release. */
export type Begun = {
  readonly config: Config;
  /** The reason why STATE_DIR cannot be written; undefined if it can. */
  readonly lockFault: unknown;
  readonly thread: PublisherThread;
  /** The publisher's first settings, without the origins. */
  readonly settings: Omit<PublisherSettings, 'baseUrl' | 'sidecarUrl'>;
  /** Undefined if they depend on a port that the system chooses: the thread has not begun then. */
  readonly origins: ReturnType<typeof serviceOrigins> | undefined;
};

/**
 * Reads the configuration, locks STATE_DIR and has the publisher begin, before other modules are
 * imported: importing is half of the time to the first answer. `args` may name the content folder.
 * Throws a ConfigError, and a StateLockedError where another process uses STATE_DIR.
 */
export function begin(thread: PublisherThread, args: readonly string[]): Begun {
  const config = readConfig(readEnvironment(), folderNamedIn(args));
  const { outDir, stateDir, contentDir, watch, port } = config;
  let lock: StateLock | undefined;
  let lockFault: unknown;
  try {
    lock = StateLock.take(stateDir, LOCK_WAIT_MS);
  } catch (error) {
    if (error instanceof StateLockedError) throw error;
    lockFault = error;
  }
  const places = { outDir, stateDir, contentDir, watch, lock: lock?.identity };
  const settings = { ...places, after: 0, announced: readAnnouncedOrdinal(stateDir) };
  const isKnown = port !== 0 || config.baseUrl !== undefined;
  const origins = isKnown ? serviceOrigins(config) : undefined;
  if (origins) thread.begin({ ...settings, ...origins });
  return { config, lockFault, thread, settings, origins };
}

/** The text of `npm start -- --help`. */
export const HELP = `Starts the service, which publishes the content and follows its edits. Ctrl+C ends it.

  npm start [-- --content DIR]

  --content DIR  the content folder (default: CONTENT_DIR, else content)
  --help         show this

Everything else is set by environment variables or .env, such as PORT and BASE_URL:
site/docs/configuration.md lists them.

Exit codes:
  0  ended by Ctrl+C or SIGTERM
  1  could not start (the message says why), or ended by a second Ctrl+C`;

/** The only argument. Anything else is refused, as everything else is set in the environment. */
function folderNamedIn(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { content: { type: 'string' } } }).values.content;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `${reason}\nUsage: npm start [-- --content DIR]; everything else is set by environment variables or .env.`,
      { cause: error },
    );
  }
}
