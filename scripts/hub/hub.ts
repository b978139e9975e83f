/**
 * Looks after the subscriptions of the hub: `npm run hub`. options.ts reads the command, stored.ts
 * opens the store and the published topics, subscriptions.ts lists, shows and removes, test-callback.ts
 * sends a trial delivery, transfer.ts exports and imports, and words.ts has what all of them print.
 *
 * Invariants: a secret is never printed, only exported; the commands work while the service runs;
 * nothing is stored by a trial.
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import {
  type HubStore,
  StoreUnavailableError,
  StoreUnusableError,
} from '../../sidecar/hub/store/hub-store.ts';
import { isUsageError } from '../usage-error.ts';
import { HELP, type HubCommand, parseHubCommand } from './options.ts';
import { listSubscriptions, removeCallback, showCallback } from './subscriptions.ts';
import { type TrialDeps, testCallback } from './test-callback.ts';
import { exportHub, importHub, parseHubDocument } from './transfer.ts';
import { type Deps, HubRefusal } from './words.ts';

export type HubDeps = Deps & {
  readonly printError: (line: string) => void;
  readonly writeOut: (text: string) => Promise<void>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Rejects where there is no store and it may not be made. */
  readonly openStore: (mayCreate: boolean) => Promise<HubStore>;
  readonly createTrialDeps: (store: HubStore) => TrialDeps;
};

/** Runs the command. Resolves to its exit code: 0 it ran, 1 it failed or was refused, 2 wrong usage. */
export async function runHub(args: readonly string[], world: HubDeps): Promise<number> {
  try {
    const command = parseHubCommand(args);
    if (command.name === 'help') {
      world.print(HELP);
      return 0;
    }
    return (await run(command, world)) ? 0 : 1;
  } catch (error) {
    if (isUsageError(error)) {
      world.printError(`${error.message}\nnpm run hub -- --help tells more.`);
      return 2;
    }
    if (!isExpected(error)) throw error;
    world.printError(error.message);
    return 1;
  }
}

/** Whether the message of an error is all that an operator needs. */
function isExpected(error: unknown): error is Error {
  return (
    error instanceof HubRefusal ||
    error instanceof StoreUnavailableError ||
    error instanceof StoreUnusableError
  );
}

type StoreCommand = Exclude<HubCommand, { readonly name: 'help' }>;

async function run(command: StoreCommand, world: HubDeps): Promise<boolean> {
  // Read and checked before a store is made.
  const content =
    command.name === 'import'
      ? parseHubDocument(await readText(command.file, world.stdin), command.file)
      : undefined;
  const store = await world.openStore(command.name === 'import');
  try {
    if (content) await importHub(store, content, world);
    else if (command.name === 'list') await listSubscriptions(store, command, world);
    else if (command.name === 'show') await showCallback(store, command, world);
    else if (command.name === 'remove') await removeCallback(store, command, world);
    else if (command.name === 'export') await exportHub(store, command, world);
    else if (command.name === 'test') {
      const trial = world.createTrialDeps(store);
      const isWell = testCallback(command.callback, trial, world);
      return await isWell.finally(() => trial.client.close());
    }
    return true;
  } finally {
    await store.close();
  }
}

async function readText(file: string, stdin: HubDeps['stdin']): Promise<string> {
  try {
    return file === '-' ? await text(stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubRefusal(`${file} cannot be read: ${reason}`, { cause });
  }
}
