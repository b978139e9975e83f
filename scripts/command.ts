import { parseArgs } from 'node:util';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import {
  ConfigError,
  type Environment,
  findMisspelled,
  readEnvironment,
} from '../sidecar/config/config.ts';
import { type Ask, Canceled, createAsk } from './ask.ts';
import { asksForHelp } from './run-task.ts';
import { isUsageError, UsageError } from './usage-error.ts';

/*
 * Shared code of the commands behind `npm run`. A Command describes its call; runCommand reads the
 * command line, prints help, refuses invalid calls, and prints the outcome: lines for people or,
 * with --json, one document. Everything outside arrives in World.
 */

/** A flag of a command line. */
type Flag = {
  readonly type: 'string' | 'boolean';
  /** The placeholder of the value in the help, such as DIR. */
  readonly value?: string;
  readonly about: string;
  /** The valid values; undefined if any is. */
  readonly allowed?: readonly string[];
};
type Flags = Readonly<Record<string, Flag>>;

/** A parsed command line. A flag that is not given is undefined, or false. */
export type Call<Known extends Flags> = {
  readonly flags: {
    readonly [Name in keyof Known]: Known[Name]['type'] extends 'boolean'
      ? boolean
      : string | undefined;
  };
  readonly args: readonly string[];
};

/** The outcome of a call. */
export type Outcome = {
  /** 0 by default. */
  readonly exitCode?: number;
  readonly lines: readonly string[];
  /** The document that --json prints. */
  readonly data?: unknown;
};

export type Command<Known extends Flags = Flags> = {
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
  // A method, so that a list may contain commands with different flags.
  run(call: Call<Known>, world: World): Outcome | Promise<Outcome>;
};

/** The world outside a command. */
export type World = {
  readonly now: Date;
  /** Writes to standard output, with a line end. */
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** The environment, with .env. */
  readonly readEnvironment: () => Environment;
  /** Asks a person; undefined if there is no terminal. */
  readonly ask: Ask | undefined;
};

/** Thrown if a command does nothing because of a fault that its caller can correct. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** The flags of commands that work on the content. */
export const CONTENT_FLAGS = {
  content: {
    type: 'string',
    value: 'DIR',
    about: 'the content folder (default: CONTENT_DIR, else content)',
  },
  'dry-run': { type: 'boolean', about: 'show the changes, and write nothing' },
  json: { type: 'boolean', about: 'print one JSON document, for programs' },
} as const satisfies Flags;

/** Lets the compiler infer the flags of a command. */
export function defineCommand<const Known extends Flags>(command: Command<Known>): Command<Known> {
  return command;
}

/** Runs a command. Returns its exit code: 0 it ran, 1 it could not, 2 invalid usage. */
export async function runCommand<Known extends Flags>(
  command: Command<Known>,
  args: readonly string[],
  outside: World,
): Promise<number> {
  const isJson = 'json' in command.flags && args.includes('--json');
  const world = isJson ? outside : withoutControls(outside);
  try {
    if (asksForHelp(args)) {
      world.print(renderHelp(command));
      return 0;
    }
    const call = readCall(command, args);
    const outcome = await command.run(call, isJson ? { ...world, ask: undefined } : world);
    const printed = isJson ? [JSON.stringify(outcome.data ?? null, null, 2)] : outcome.lines;
    for (const line of printed) world.print(line);
    return outcome.exitCode ?? 0;
  } catch (error) {
    const message = messageOf(error);
    if (isJson) world.print(JSON.stringify({ error: message }, null, 2));
    // A problem of the content begins with its place.
    else world.printError(error instanceof ContentError ? message : `${command.name}: ${message}`);
    if (!isUsageError(error)) return 1;
    if (!isJson) {
      for (const line of usageOf(command)) world.printError(line);
    }
    return 2;
  }
}

/** These move the cursor of a terminal, or turn its text around; content may contain them. */
const CONTROLS = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a world in which these are neither printed nor asked. */
function withoutControls({ print, printError, ask, ...world }: World): World {
  const plain = (text: string) => text.replace(CONTROLS, '');
  const asked = <Question extends { readonly message: string }>(question: Question) => ({
    ...question,
    message: plain(question.message),
  });
  return {
    ...world,
    print: (text) => print(plain(text)),
    printError: (text) => printError(plain(text)),
    ask: ask && {
      text: (question) => ask.text(asked(question)),
      confirm: (question) => ask.confirm(asked(question)),
      choose: ({ options, ...question }) =>
        ask.choose({
          ...asked(question),
          options: options.map((one) => ({ ...one, label: plain(one.label ?? one.value) })),
        }),
    },
  };
}

/** Runs a command as this process. */
export async function main<Known extends Flags>(
  command: Command<Known>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  allowClosedPipe();
  process.exitCode = await runCommand(command, args, {
    now: new Date(),
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(`${text}\n`),
    readEnvironment: readAndWarn,
    ask: process.stdin.isTTY && process.stdout.isTTY ? createAsk() : undefined,
  });
}

/**
 * Returns the environment; names in it that look misspelled are reported, as they have no effect.
 */
export function readAndWarn(): Environment {
  const environment = readEnvironment();
  for (const line of findMisspelled(environment)) process.stderr.write(`Warning: ${line}\n`);
  return environment;
}

/** Returns the correction for the caller. Rethrows a fault of the program. */
function messageOf(error: unknown): string {
  if (error instanceof ContentError)
    return error.problems.map((one) => formatProblem(one)).join('\n');
  const isKnown =
    isUsageError(error) ||
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof Canceled;
  if (!isKnown) throw error;
  return error.message;
}

function usageOf({ name, usage }: Command<Flags>): string[] {
  return ['Usage:', ...[...usage, '--help'].map((line) => callOf(name, line))];
}

function callOf(name: string, line: string): string {
  return `  npm run ${name}${line === '' ? '' : ` -- ${line}`}`;
}

/** The help of a command, without a line end. */
export function renderHelp(command: Command<Flags>): string {
  const { about, flags, details, exitCodes, name, usage } = command;
  const described: Flags = { ...flags, help: { type: 'boolean', about: 'show this help' } };
  const rows = Object.entries(described).map(([flag, { value, about: text, allowed }]) => {
    const values = allowed ? `: ${allowed.join(', ')}` : '';
    return [`--${flag}${value ? ` ${value}` : ''}`, `${text}${values}`] as const;
  });
  const codes = Object.entries({ ...exitCodes, 2: exitCodes[2] ?? 'invalid usage' });
  return [
    about,
    '',
    ...usage.map((line) => callOf(name, line)),
    '',
    ...alignRows(rows),
    ...(details ? ['', details] : []),
    '',
    'Exit codes:',
    ...alignRows(codes),
  ].join('\n');
}

const COLUMNS = 80;

/** Returns two columns, of which the second wraps at the width of a terminal. */
function alignRows(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.flatMap(([left, right]) => {
    const lines = breakLine(right, COLUMNS - width - 2);
    return lines.map((line, index) => `  ${(index === 0 ? left : '').padEnd(width)}${line}`);
  });
}

/** Returns a text as lines of at most a width, broken at spaces. */
export function breakLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function readCall<Known extends Flags>(
  command: Command<Known>,
  args: readonly string[],
): Call<Known> {
  const { flags, args: { least = 0, most = 0, name = '' } = {} } = command;
  const { positionals, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(flags).map(([flag, { type }]) => [flag, { type }])),
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const isSwallowed = token.inlineValue === false && token.value?.startsWith('--');
    const value = isSwallowed ? undefined : token.value;
    // Options have none of these characters in their names.
    if (isSwallowed && /^--(?:\W|.*\s)/s.test(token.value)) {
      throw new UsageError(
        `${token.rawName} has a value that begins with --; write ${token.rawName}=VALUE, with an equals sign.`,
      );
    }
    given.set(token.name, checkFlag({ ...token, value }, flags, given));
  }
  const tooMuch = positionals[most];
  if (tooMuch !== undefined) {
    const takes = most === 0 ? 'no argument' : `${most === 1 ? 'one' : most} ${name}`;
    throw new UsageError(
      `"${tooMuch}" is unexpected: ${command.name} takes ${takes}; put quotes around a value with spaces.`,
    );
  }
  if (positionals.length < least) throw new UsageError(`${name} is missing.`);
  return { flags: valuesOf(flags, given), args: positionals };
}

type Given = ReadonlyMap<string, string | true>;

function checkFlag(
  { name, rawName, value }: { name: string; rawName: string; value: string | undefined },
  flags: Flags,
  given: Given,
): string | true {
  const flag = flags[name];
  if (!flag) {
    const known = Object.keys(flags).map((one) => `--${one}`);
    throw new UsageError(`There is no option ${rawName}${didYouMean(rawName, known)}.`);
  }
  if (given.has(name)) throw new UsageError(`${rawName} is given more than once; give it once.`);
  if (flag.type === 'boolean') {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} does not take a value; write ${rawName} alone.`);
  }
  if (value === undefined || value.trim() === '') {
    throw new UsageError(`${rawName} needs a value; write ${rawName} ${flag.value ?? 'VALUE'}.`);
  }
  const { allowed } = flag;
  if (allowed && !allowed.includes(value)) {
    const hint = didYouMean(value, allowed);
    throw new UsageError(`${rawName} must be one of ${allowed.join(', ')}, not "${value}"${hint}.`);
  }
  return value;
}

function valuesOf<Known extends Flags>(flags: Known, given: Given): Call<Known>['flags'];
function valuesOf(flags: Flags, given: Given): Record<string, string | boolean | undefined> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, { type }]) => [
      name,
      type === 'boolean' ? given.has(name) : given.get(name),
    ]),
  );
}

/** A reader such as `head` may close the pipe early; that is not a failure of a command. */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
