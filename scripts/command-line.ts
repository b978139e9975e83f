/** The command line of a command: Commander reads it, refuses invalid calls, and writes the help. */
import { CommanderError, InvalidArgumentError, Option, Command as Parser } from 'commander';
import type { Environment } from '../sidecar/config/config.ts';

/** An option of a command line. */
type Flag = {
  readonly type: 'string' | 'boolean';
  /** The placeholder of the value in the help, such as DIR. */
  readonly value?: string;
  readonly about: string;
  /** The valid values; undefined if any is. */
  readonly allowed?: readonly string[];
};
export type Flags = Readonly<Record<string, Flag>>;

/** A parsed command line. A flag that is not given is undefined, or false. */
export type Call<Known extends Flags> = {
  readonly flags: {
    readonly [Name in keyof Known]: Known[Name]['type'] extends 'boolean'
      ? boolean
      : string | undefined;
  };
  readonly args: readonly string[];
};

export type CommandLine<Known extends Flags = Flags> = {
  /** The script in package.json. */
  readonly name: string;
  /** A sentence about its purpose. */
  readonly about: string;
  /** The text after `npm run NAME -- `, one line for each way to call it. */
  readonly usage: readonly string[];
  readonly flags: Known;
  /** The number of arguments beside flags; none by default. */
  readonly args?: { readonly least: number; readonly most: number; readonly name: string };
  /** More help, below the flags. */
  readonly details?: string;
  /** The meanings of its exit codes; 2, invalid usage everywhere, is added. */
  readonly exitCodes: Readonly<Record<number, string>>;
};

/** Thrown if a command was called in an invalid way; its usage is printed below the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the ways to call a command. */
export function usageOf({ name, usage }: CommandLine): string {
  const calls = usage.map((line) => `npm run ${name}${line === '' ? '' : ` -- ${line}`}`);
  return `Usage: ${calls.join('\n       ')}`;
}

/** Returns the help of a command, without a line end. */
export function renderHelp(command: CommandLine): string {
  const { details, exitCodes } = command;
  const codes = Object.entries({ ...exitCodes, 2: exitCodes[2] ?? 'invalid usage' });
  const parser = createParser(command);
  const help = parser.createHelp();
  help.helpWidth = COLUMNS;
  return [
    parser.helpInformation(),
    ...(details ? [details, ''] : []),
    'Exit codes:',
    ...codes.map(([code, meaning]) => help.formatItem(code, 1, meaning, help)),
  ].join('\n');
}

/** Returns the parsed command line; undefined if it asks for help, which is then printed. */
export function readCall<Known extends Flags>(
  command: CommandLine<Known>,
  args: readonly string[],
  print: (text: string) => void,
): Call<Known> | undefined {
  const parser = createParser(command);
  try {
    parser.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) {
      const said = error.message.replace(/^error: |\.+$/g, '').replace('\n(Did', ' (did');
      const isMany = error.code === 'commander.excessArguments';
      throw new UsageError(`${said}.${isMany ? ' Put quotes around a value with spaces.' : ''}`);
    }
    print(renderHelp(command));
    return undefined;
  }
  return { flags: valuesOf(command.flags, parser), args: parser.args };
}

/** The width of help. */
const COLUMNS = 80;

function createParser(command: CommandLine): Parser {
  const { about, flags, args } = command;
  const parser = new Parser()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {}, getOutHelpWidth: () => COLUMNS })
    .configureHelp({ commandUsage: () => usageOf(command).slice('Usage: '.length) })
    .description(about)
    .helpOption('-h, --help', 'show this help');
  const { least = 0, most = 0, name = '' } = args ?? {};
  for (let place = 0; place < most; place++) {
    parser.argument(place < least ? `<${name}>` : `[${name}]`);
  }
  for (const [flag, { type, value = 'VALUE', about: text, allowed }] of Object.entries(flags)) {
    const option = new Option(type === 'boolean' ? `--${flag}` : `--${flag} <${value}>`, text);
    if (allowed) option.choices(allowed);
    if (type === 'string') option.argParser(givenOnce(option, flags));
    parser.addOption(option);
  }
  return parser;
}

/** Refuses values that are given twice, are blank, or are another option. */
function givenOnce({ parseArg: parse }: Option, flags: Flags) {
  return (value: string, previous: string | undefined): string => {
    if (previous !== undefined) throw new InvalidArgumentError('Give it once.');
    if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
    if (value.startsWith('--') && Object.hasOwn({ ...flags, help: true }, value.slice(2))) {
      throw new InvalidArgumentError('Its value is missing.');
    }
    return parse ? parse(value, previous ?? '') : value;
  };
}

function valuesOf<Known extends Flags>(flags: Known, parser: Parser): Call<Known>['flags'];
function valuesOf(flags: Flags, parser: Parser): Record<string, string | boolean | undefined> {
  const given = new Map(
    parser.options.map((option) => [option.name(), parser.getOptionValue(option.attributeName())]),
  );
  return Object.fromEntries(
    Object.entries(flags).map(([name, { type }]) => [
      name,
      type === 'boolean' ? given.get(name) === true : given.get(name),
    ]),
  );
}

/**
 * npm keeps options without a `--` before them for itself, and passes them on as variables
 * (https://docs.npmjs.com/cli/using-npm/config): a command would run without its --dry-run.
 */
export function refuseSwallowed({ name, flags }: CommandLine, variables: Environment): void {
  if (variables.npm_lifecycle_event !== name) return;
  const swallowed = Object.keys(flags).filter(
    (flag) => variables[`npm_config_${flag.replaceAll('-', '_')}`],
  );
  if (swallowed.length === 0) return;
  const options = swallowed.map((flag) => `--${flag}`).join(', ');
  throw new UsageError(
    `npm did not pass on ${options}. Put -- before options and arguments: npm run ${name} -- ...`,
  );
}
