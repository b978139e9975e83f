/*
 * Manages the subscriptions of the hub: `npm run hub`. Each command has a file: list.ts, show.ts,
 * test-callback.ts, removal.ts and copy.ts. row-words.ts has the texts for people and programs. A
 * subscriber's secret is never printed. All commands except copy may run beside the service.
 */
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { type Config, publicOrigin, readConfig } from '../../sidecar/config/config.ts';
import type { HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { type Command, defineCommand, type Outcome } from '../command.ts';
import { type Call, renderHelp, UsageError } from '../command-line.ts';
import { copyStore } from './copy.ts';
import { listRows } from './list.ts';
import { withOwnStore } from './own-store.ts';
import { blockHost, removeRows, unblockHost } from './removal.ts';
import { showRows } from './show.ts';
import { connectCallbacks, testCallback } from './test-callback.ts';

const FLAGS = {
  topic: { type: 'string', value: 'URL', about: 'remove, test: this topic, such as /feed.xml' },
  secret: { type: 'string', value: 'TEXT', about: 'test: sign with this' },
  blocked: { type: 'boolean', about: 'list: the blocked hosts' },
  silently: { type: 'boolean', about: 'remove, block: notify no subscriber' },
  json: { type: 'boolean', about: 'list, show: for programs' },
} as const;

type HubFlags = Call<typeof FLAGS>['flags'];

/** A call of one command, and its context. */
export type HubCall = {
  readonly flags: HubFlags;
  /** '' if there is none. */
  readonly argument: string;
  readonly store: HubStore;
  /** By the store's clock. */
  readonly now: number;
  readonly config: Config;
  /** The public origin: topics below it are shown by their path. */
  readonly baseUrl: string;
  readonly connect: typeof connectCallbacks;
};

/** Its usage begins with its argument, if it takes one, and names all options that go with it. */
type Action = { readonly usage: string; readonly act: (call: HubCall) => Promise<Outcome> };

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { usage: '[--blocked] [--json]', act: listRows },
  show: { usage: 'CALLBACK|ID [--json]', act: showRows },
  test: { usage: 'CALLBACK|ID [--topic URL] [--secret TEXT]', act: testCallback },
  remove: { usage: 'CALLBACK|ID [--topic URL] [--silently]', act: removeRows },
  block: { usage: 'HOST [--silently]', act: blockHost },
  unblock: { usage: 'HOST', act: unblockHost },
  copy: { usage: 'postgres://...', act: copyStore },
};

const details = `Commands:
  list     all subscriptions and requests, or the blocked hosts
  show     everything known about one, and whether it ended in the last week
  test     verifies and notifies any callback; nothing is counted or stored
  remove   ends subscriptions; the service soon notifies the subscriber
  block    ends those of a host and all hosts below it, and keeps them out
  unblock  lets a host subscribe again
  copy     copies everything to an empty database; first stop the service

They use the service's store: DATABASE_URL, else STATE_DIR. An ID is the number
that list and the log of the service show. A removed subscriber may subscribe
again, unless the host is blocked.`;

/** Returns the command; `connect` makes requests to callbacks. */
export function createHubCommand(connect: typeof connectCallbacks): Command<typeof FLAGS> {
  const command = defineCommand({
    name: 'hub',
    about: 'Manages the subscriptions of the WebSub hub, even while the service is running.',
    usage: Object.entries(ACTIONS).map(([name, { usage }]) => `${name} ${usage}`),
    flags: FLAGS,
    args: { least: 0, most: 2, name: 'arguments' },
    details,
    exitCodes: { 0: 'done', 1: 'it failed or was refused; the message says why' },
    async run({ flags, args: [name, argument = ''] }, world): Promise<Outcome> {
      if (name === undefined) return { lines: [renderHelp(command)] };
      const action = findAction(name, argument, flags);
      const config = readConfig(world.readEnvironment());
      const baseUrl = publicOrigin(config);
      return withOwnStore(config, world.now, async (store) =>
        action.act({ flags, argument, store, config, baseUrl, connect, now: await store.now() }),
      );
    },
  });
  return command;
}

export const hub = createHubCommand(connectCallbacks);

/** Returns the command that is called, if the call is valid. */
function findAction(name: string, argument: string, given: HubFlags): Action {
  const names = Object.keys(ACTIONS);
  const action = new Map(Object.entries(ACTIONS)).get(name);
  if (!action) {
    throw new UsageError(
      `There is no command "${name}"${didYouMean(name, names)}; the commands are ${names.join(', ')}.`,
    );
  }
  for (const [flag, value] of Object.entries(given)) {
    if (value && !action.usage.includes(`--${flag}`)) {
      throw new UsageError(`--${flag} does not go with ${name}; omit it.`);
    }
  }
  const [takes] = /^[^[ ]+/.exec(action.usage) ?? [];
  if (takes !== undefined && argument === '') {
    throw new UsageError(`${name} needs an argument: ${takes.replace('|', ' or ')}.`);
  }
  if (takes === undefined && argument !== '') {
    throw new UsageError(`"${argument}" is unexpected: ${name} takes no argument.`);
  }
  return action;
}
