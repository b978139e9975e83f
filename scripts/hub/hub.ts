/**
 * Looks after the subscriptions of the hub: `npm run hub`. stored.ts opens the store and the
 * published topics; subscriptions.ts lists and shows, happenings.ts has the log and the status,
 * removal.ts removes and blocks, test-callback.ts tries a callback, transfer.ts exports and
 * imports, and words.ts has what all of them print.
 *
 * Invariants: a secret of a subscriber is never printed, only exported; the commands work while the
 * service runs; nothing is stored by a trial.
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { type Config, publicOrigin, readConfig } from '../../sidecar/config/config.ts';
import {
  type HubContent,
  type HubStore,
  StoreUnavailableError,
  StoreUnusableError,
} from '../../sidecar/hub/store/hub-store.ts';
import {
  type Call,
  type Command,
  CommandError,
  defineCommand,
  type Outcome,
  renderHelp,
  type World,
} from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { listHappenings, showStatus } from './happenings.ts';
import { blockHost, listBlocked, removeCallback, unblockHost } from './removal.ts';
import type { StorePlaces } from './stored.ts';
import { listSubscriptions, showCallback } from './subscriptions.ts';
import { type Trial, testCallback } from './test-callback.ts';
import { exportHub, importHub, parseHubDocument } from './transfer.ts';
import type { Screen } from './words.ts';

const FLAGS = {
  topic: { type: 'string', value: 'URL', about: 'remove, test: this topic, such as /feed.xml' },
  secret: { type: 'string', value: 'TEXT', about: 'test: sign with this' },
  limit: { type: 'string', value: 'N', about: 'log: at most so many entries (default: 50)' },
  block: { type: 'string', value: 'HOST', about: 'remove: keep this host out, too' },
  silently: { type: 'boolean', about: 'remove, block: notify no subscriber' },
  force: { type: 'boolean', about: 'export: replace the file if it is there' },
  json: { type: 'boolean', about: 'list, show, log, status, blocked: for programs' },
} as const;

/** What a command is called with. */
export type HubCall = {
  /** '' where there is none. */
  readonly argument: string;
  readonly flags: Call<typeof FLAGS>['flags'];
  /** What is to be imported. */
  readonly content?: HubContent;
};

/** What all commands work with. */
export type Hub = {
  readonly store: HubStore;
  /** By the store's clock. */
  readonly now: number;
  readonly config: Config;
  /** The public origin: topics below it are shown by their path. */
  readonly baseUrl: string;
  readonly screen: Screen;
  readonly print: World['print'];
  readonly printError: World['printError'];
};

export type HubDeps = {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly screen: Screen;
  /** Rejects where there is no store and it may not be made. */
  readonly openStore: (places: StorePlaces, mayCreate: boolean) => Promise<HubStore>;
  readonly createTrial: (config: Config, baseUrl: string) => Trial;
};

type Action = {
  /** What it takes beside flags. */
  readonly takes?: 'CALLBACK' | 'HOST' | 'FILE';
  readonly flags: readonly (keyof typeof FLAGS)[];
  readonly about: string;
  readonly act: (hub: Hub, call: HubCall, deps: HubDeps) => Promise<Outcome>;
};

const ACTIONS: Readonly<Record<string, Action>> = {
  list: {
    flags: ['json'],
    about: 'all subscriptions, and how many there are',
    act: listSubscriptions,
  },
  show: {
    takes: 'CALLBACK',
    flags: ['json'],
    about: 'all that is known of a callback, but for its secrets',
    act: showCallback,
  },
  test: {
    takes: 'CALLBACK',
    flags: ['topic', 'secret'],
    about: 'tries any callback step by step; nothing is counted or stored',
    act: (hub, call, deps) => testCallback(hub, call, deps.createTrial(hub.config, hub.baseUrl)),
  },
  log: {
    flags: ['limit', 'json'],
    about: 'what happened last, newest first',
    act: listHappenings,
  },
  status: {
    flags: ['json'],
    about: 'how full the queues are, what fails and what was refused',
    act: showStatus,
  },
  remove: {
    takes: 'CALLBACK',
    flags: ['topic', 'silently', 'block'],
    about: 'ends subscriptions; the service soon notifies the subscriber',
    act: removeCallback,
  },
  block: {
    takes: 'HOST',
    flags: ['silently'],
    about: 'ends those of a host and all below it, and keeps it out',
    act: blockHost,
  },
  unblock: { takes: 'HOST', flags: [], about: 'lets it subscribe again', act: unblockHost },
  blocked: { flags: ['json'], about: 'the hosts that are kept out', act: listBlocked },
  export: {
    takes: 'FILE',
    flags: ['force'],
    about: 'writes everything, secrets too: keep it private',
    act: exportHub,
  },
  import: {
    takes: 'FILE',
    flags: [],
    about: 'adds what a file holds; what is there already stays',
    act: importHub,
  },
};

const usage = Object.entries(ACTIONS).map(([name, { takes, flags }]) => {
  const options = flags.map((flag) => {
    const { value } = { value: undefined, ...FLAGS[flag] };
    return `[--${flag}${value === undefined ? '' : ` ${value}`}]`;
  });
  return [name, ...(takes ? [takes] : []), ...options].join(' ');
});

const details = `${Object.entries(ACTIONS)
  .map(([name, { about }]) => `  ${name.padEnd(9)}${about}`)
  .join('\n')}

Who is removed may subscribe again, unless the host is blocked. FILE may be -
for standard output or input; then run npm with --silent, as it prints to the
same place. The store is that of the service: DATABASE_URL, else STATE_DIR. To
move from SQLite to PostgreSQL, stop the service and run

  npm run hub -- export hub.json
  DATABASE_URL=postgres://... npm run hub -- import hub.json`;

/** The command; what it needs of the world beside that of all commands is given. */
export function createHubCommand(deps: HubDeps): Command<typeof FLAGS> {
  const command = defineCommand({
    name: 'hub',
    about: 'Looks after the subscriptions of the WebSub hub, while the service runs or not.',
    usage,
    flags: FLAGS,
    args: { least: 0, most: 2, name: 'arguments' },
    details,
    exitCodes: { 0: 'it is done', 1: 'it failed or was refused; the message says why' },
    async run({ flags, args: [name, argument = ''] }, world): Promise<Outcome> {
      if (name === undefined) return { lines: [renderHelp(command)] };
      const action = findAction(name, argument, flags);
      const config = readConfig(world.readEnvironment());
      try {
        // Read and checked before a store is made.
        const content =
          name === 'import'
            ? parseHubDocument(await readText(argument, deps.stdin), argument)
            : undefined;
        const store = await deps.openStore(config, name === 'import');
        try {
          const { print, printError } = world;
          const settings = { config, baseUrl: publicOrigin(config), screen: deps.screen };
          const hub: Hub = { store, now: await store.now(), ...settings, print, printError };
          return await action.act(hub, { argument, flags, ...(content && { content }) }, deps);
        } finally {
          await store.close();
        }
      } catch (error) {
        const isExpected =
          error instanceof StoreUnavailableError || error instanceof StoreUnusableError;
        throw isExpected ? new CommandError(error.message, { cause: error }) : error;
      }
    },
  });
  return command;
}

/** What is called, if it is called rightly. */
function findAction(name: string, argument: string, given: HubCall['flags']): Action {
  const names = Object.keys(ACTIONS);
  const action = new Map(Object.entries(ACTIONS)).get(name);
  if (!action) {
    throw new UsageError(
      `There is no command "${name}"${didYouMean(name, names)}; there are ${names.join(', ')}.`,
    );
  }
  const { takes, flags } = action;
  for (const [flag, value] of Object.entries(given)) {
    const isGiven = value !== undefined && value !== false;
    if (isGiven && !flags.some((one) => one === flag)) {
      throw new UsageError(`--${flag} does not go with ${name}; leave it out.`);
    }
  }
  if (takes === undefined && argument !== '') {
    throw new UsageError(`"${argument}" is too much: ${name} takes no argument.`);
  }
  const canDoWithout = name === 'remove' && given.block !== undefined;
  if (takes !== undefined && argument === '' && !canDoWithout) {
    throw new UsageError(`${name} needs ${takes}; write ${name} ${takes}.`);
  }
  return action;
}

async function readText(file: string, stdin: HubDeps['stdin']): Promise<string> {
  try {
    return file === '-' ? await text(stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${file} cannot be read: ${reason}`, { cause });
  }
}
