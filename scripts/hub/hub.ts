/*
 * Manages the subscriptions of the hub: `npm run hub`. stored.ts opens the store and the published
 * topics, row-filter.ts finds the rows for an argument, and words.ts has the printed texts; each
 * command has a file. A subscriber's secret is never printed. All commands except copy may run
 * beside the service.
 */
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { type Config, publicOrigin, readConfig } from '../../sidecar/config/config.ts';
import {
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
import { copyStore } from './copy.ts';
import { listRows } from './list.ts';
import { blockHost, removeRows, unblockHost } from './removal.ts';
import { showRows } from './show.ts';
import { type Trial, testCallback } from './test-callback.ts';

const FLAGS = {
  topic: { type: 'string', value: 'URL', about: 'remove, test: this topic, such as /feed.xml' },
  secret: { type: 'string', value: 'TEXT', about: 'test: sign with this' },
  blocked: { type: 'boolean', about: 'list: the blocked hosts' },
  silently: { type: 'boolean', about: 'remove, block: notify no subscriber' },
  json: { type: 'boolean', about: 'list, show: for programs' },
} as const;

/** The arguments of a command. */
export type HubCall = {
  /** '' if there is none. */
  readonly argument: string;
  readonly flags: Call<typeof FLAGS>['flags'];
};

/** The context of all commands. */
export type Hub = {
  readonly store: HubStore;
  /** By the store's clock. */
  readonly now: number;
  readonly config: Config;
  /** The public origin: topics below it are shown by their path. */
  readonly baseUrl: string;
  readonly print: World['print'];
};

export type HubDeps = {
  /** Opens the store. Rejects if there is none. */
  readonly openStore: (config: Config) => Promise<HubStore>;
  readonly createTrial: (config: Config, baseUrl: string) => Trial;
};

type Action = {
  /** Its argument, beside flags. */
  readonly takes?: string;
  readonly flags: readonly (keyof typeof FLAGS)[];
  readonly act: (hub: Hub, call: HubCall, deps: HubDeps) => Promise<Outcome>;
};

const ROWS = 'CALLBACK|ID';

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { flags: ['blocked', 'json'], act: listRows },
  show: { takes: ROWS, flags: ['json'], act: showRows },
  test: { takes: ROWS, flags: ['topic', 'secret'], act: testCallback },
  remove: { takes: ROWS, flags: ['topic', 'silently'], act: removeRows },
  block: { takes: 'HOST', flags: ['silently'], act: blockHost },
  unblock: { takes: 'HOST', flags: [], act: unblockHost },
  copy: { takes: 'postgres://...', flags: [], act: copyStore },
};

const usage = Object.entries(ACTIONS).map(([name, { takes, flags }]) => {
  const options = flags.map((flag) => {
    const { value } = { value: undefined, ...FLAGS[flag] };
    return `[--${flag}${value === undefined ? '' : ` ${value}`}]`;
  });
  return [name, ...(takes ? [takes] : []), ...options].join(' ');
});

const details = `  list     all subscriptions and requests, or the blocked hosts
  show     everything known about one, including ends within a week
  test     tries any callback step by step; nothing is counted or stored
  remove   ends subscriptions; the service soon notifies the subscriber
  block    ends those of a host and all hosts below it, and keeps them out
  unblock  lets a host subscribe again
  copy     copies everything to an empty database; first stop the service

It uses the service's store: DATABASE_URL, else STATE_DIR. An ID is the number
that list and the log of the service show. A removed subscriber may subscribe
again, unless the host is blocked.`;

/** Returns the command; `deps` are its needs beside those of all commands. */
export function createHubCommand(deps: HubDeps): Command<typeof FLAGS> {
  const command = defineCommand({
    name: 'hub',
    about: 'Manages the subscriptions of the WebSub hub, even while the service is running.',
    usage,
    flags: FLAGS,
    args: { least: 0, most: 2, name: 'arguments' },
    details,
    exitCodes: { 0: 'done', 1: 'it failed or was refused; the message says why' },
    async run({ flags, args: [name, argument = ''] }, world): Promise<Outcome> {
      if (name === undefined) return { lines: [renderHelp(command)] };
      const action = findAction(name, argument, flags);
      const config = readConfig(world.readEnvironment());
      try {
        const store = await deps.openStore(config);
        try {
          const { print } = world;
          const [now, baseUrl] = [await store.now(), publicOrigin(config)];
          return await action.act(
            { store, now, config, baseUrl, print },
            { argument, flags },
            deps,
          );
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

/** Returns the command that is called, if the call is valid. */
function findAction(name: string, argument: string, given: HubCall['flags']): Action {
  const names = Object.keys(ACTIONS);
  const action = new Map(Object.entries(ACTIONS)).get(name);
  if (!action) {
    throw new UsageError(
      `There is no command "${name}"${didYouMean(name, names)}; the commands are ${names.join(', ')}.`,
    );
  }
  const { takes, flags } = action;
  for (const [flag, value] of Object.entries(given)) {
    if (value && !flags.some((one) => one === flag)) {
      throw new UsageError(`--${flag} does not go with ${name}; omit it.`);
    }
  }
  if (takes === undefined && argument !== '') {
    throw new UsageError(`"${argument}" is unexpected: ${name} takes no argument.`);
  }
  if (takes !== undefined && argument === '') {
    throw new UsageError(`${name} needs ${takes}; write ${name} ${takes}.`);
  }
  return action;
}
