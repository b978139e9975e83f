import { parseArgs } from 'node:util';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { UsageError } from '../usage-error.ts';

export type HubCommand =
  | { readonly name: 'help' }
  | { readonly name: 'list'; readonly isJson: boolean }
  | { readonly name: 'show'; readonly callback: string; readonly isJson: boolean }
  | { readonly name: 'remove'; readonly callback: string; readonly topic: string | undefined }
  | { readonly name: 'test'; readonly callback: string }
  | { readonly name: 'export'; readonly file: string; readonly isForced: boolean }
  | { readonly name: 'import'; readonly file: string };

export const HELP = `Looks after the subscriptions of the WebSub hub, while the service runs or not.

  npm run hub -- list               all subscriptions, and how many there are
  npm run hub -- show CALLBACK      all that is known of one callback; never its secret
  npm run hub -- remove CALLBACK    removes its subscriptions; the subscriber is not told
  npm run hub -- test CALLBACK      sends it what a delivery sends, and tells what becomes of it;
                                    nothing is counted or stored
  npm run hub -- export FILE        writes everything to a file, secrets too: keep it private
  npm run hub -- import FILE        adds what a file holds; what is there already stays as it is

  --topic URL   remove: only the subscription to this topic, such as /feed.xml
  --json        list, show: for programs
  --force       export: replace the file if it is there
  --help        show this

FILE may be - for standard output or input; then run npm with --silent, as it prints to the
same place. The commands use the store of the service: DATABASE_URL, else STATE_DIR. To move
from SQLite to PostgreSQL, stop the service and run

  npm run hub -- export hub.json
  DATABASE_URL=postgres://... npm run hub -- import hub.json

Exit codes:
  0  it is done
  1  it failed, or was refused; the message says why
  2  it was called wrongly
`;

type Flag = 'topic' | 'json' | 'force';

const COMMANDS: Readonly<
  Record<
    Exclude<HubCommand['name'], 'help'>,
    { readonly argument: string | undefined; readonly flags: readonly Flag[] }
  >
> = {
  list: { argument: undefined, flags: ['json'] },
  show: { argument: 'CALLBACK', flags: ['json'] },
  remove: { argument: 'CALLBACK', flags: ['topic'] },
  test: { argument: 'CALLBACK', flags: [] },
  export: { argument: 'FILE', flags: ['force'] },
  import: { argument: 'FILE', flags: [] },
};

export function parseHubCommand(args: readonly string[]): HubCommand {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      topic: { type: 'string' },
      json: { type: 'boolean' },
      force: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [given, ...rest] = positionals;
  if (values.help || given === undefined) return { name: 'help' };
  const name = commandCalled(given);
  const flags = (['topic', 'json', 'force'] as const).filter((flag) => values[flag] !== undefined);
  const argument = checkUse(name, rest, flags);
  const isJson = values.json === true;
  switch (name) {
    case 'list':
      return { name, isJson };
    case 'show':
      return { name, callback: argument, isJson };
    case 'remove':
      return { name, callback: argument, topic: values.topic };
    case 'test':
      return { name, callback: argument };
    case 'export':
      return { name, file: argument, isForced: values.force === true };
    case 'import':
      return { name, file: argument };
  }
}

function commandCalled(given: string) {
  const names = Object.keys(COMMANDS);
  for (const name of ['list', 'show', 'remove', 'test', 'export', 'import'] as const) {
    if (name === given) return name;
  }
  throw new UsageError(
    `There is no command "${given}"${didYouMean(given, names)}; there are ${names.join(', ')}.`,
  );
}

/** Returns the argument, or '' for a command that takes none. */
function checkUse(name: keyof typeof COMMANDS, rest: readonly string[], flags: readonly Flag[]) {
  const { argument, flags: allowed } = COMMANDS[name];
  const foreign = flags.find((flag) => !allowed.includes(flag));
  if (foreign !== undefined) {
    throw new UsageError(`--${foreign} does not go with ${name}; leave it out.`);
  }
  const most = argument === undefined ? 0 : 1;
  if (rest.length > most) {
    throw new UsageError(`"${rest[most]}" is too much; ${name} takes ${argument ?? 'nothing'}.`);
  }
  const [value = ''] = rest;
  if (argument !== undefined && value === '') {
    throw new UsageError(`${name} needs ${argument}; write ${name} ${argument}.`);
  }
  return value;
}
