import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { describeSystemFault } from '#dataset/system-fault.ts';
import {
  ConfigError,
  type Environment,
  findMisspelled,
  readEnvironment,
} from '../sidecar/config/config.ts';
import { type Ask, Canceled, createAsk, withoutControls } from './ask.ts';
import {
  type Call,
  type CommandLine,
  type Flags,
  readCall,
  refuseSwallowed,
  UsageError,
  usageOf,
} from './command-line.ts';

/*
 * Shared code of the commands behind `npm run`. A Command describes its command line, which
 * command-line.ts reads; runCommand prints the outcome: lines for people or, with --json, one
 * document. Everything outside arrives in World.
 */

/** The outcome of a call. */
export type Outcome = {
  /** 0 by default. */
  readonly exitCode?: number;
  readonly lines: readonly string[];
  /** The document that --json prints. */
  readonly data?: unknown;
};

export type Command<Known extends Flags = Flags> = CommandLine<Known> & {
  // A method, so that a list may contain commands with different flags.
  run(call: Call<Known>, world: World): Outcome | Promise<Outcome>;
};

/** The world outside a command. */
export type World = {
  readonly now: Date;
  /** Returns a random whole number from 0 to below `end`. */
  readonly randomBelow: (end: number) => number;
  /** Writes to standard output, with a line end. */
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** The environment of the process. */
  readonly variables: Environment;
  /** Returns the environment, with .env. */
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
  const plain = (text: string) => (isJson ? text : withoutControls(text));
  const world = {
    ...outside,
    ask: isJson ? undefined : outside.ask,
    print: (text: string) => outside.print(plain(text)),
    printError: (text: string) => outside.printError(plain(text)),
  };
  try {
    refuseSwallowed(command, world.variables);
    const call = readCall(command, args, world.print);
    if (!call) return 0;
    const outcome = await command.run(call, world);
    const printed = isJson ? [JSON.stringify(outcome.data ?? null, null, 2)] : outcome.lines;
    for (const line of printed) world.print(line);
    return outcome.exitCode ?? 0;
  } catch (error) {
    const message = messageOf(error);
    const isUsage = error instanceof UsageError;
    if (isJson) world.print(JSON.stringify({ error: message }, null, 2));
    // A problem of the content begins with its place.
    else world.printError(error instanceof ContentError ? message : `${command.name}: ${message}`);
    if (isUsage && !isJson) world.printError(usageOf(command));
    return isUsage ? 2 : 1;
  }
}

/** Runs a command as this process. */
export async function main<Known extends Flags>(
  command: Command<Known>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  // A reader such as `head` may close the pipe early; that is not a failure of a command.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const { randomInt } = await import('node:crypto');
  process.exitCode = await runCommand(command, args, {
    now: new Date(),
    randomBelow: (end) => randomInt(end),
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(`${text}\n`),
    variables: process.env,
    readEnvironment: readAndWarn,
    ask: process.stdin.isTTY && process.stdout.isTTY ? createAsk() : undefined,
  });
}

/**
 * Returns the environment; names in it that look misspelled are reported, as they have no effect.
 */
function readAndWarn(): Environment {
  const environment = readEnvironment();
  for (const line of findMisspelled(environment)) process.stderr.write(`Warning: ${line}\n`);
  return environment;
}

/** Returns the correction for the caller. Rethrows a fault of the program. */
function messageOf(error: unknown): string {
  if (error instanceof ContentError)
    return error.problems.map((one) => formatProblem(one)).join('\n');
  const fault = describeSystemFault(error);
  if (fault !== undefined) return `files cannot be read or written ${fault}.`;
  const isKnown =
    error instanceof UsageError ||
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof Canceled;
  if (!isKnown) throw error;
  return error.message;
}
