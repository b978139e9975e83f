import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { nameOf, VARIABLES, Variables } from './variables.ts';

/*
 * The configuration: environment variables and .env, read once and checked together, with all errors
 * in one message. variables.ts lists them with their defaults, values.ts says what values look like.
 * Nothing else reads the environment. A missing variable has its default, a wrong one is an error, and
 * a name that looks like a misspelt one is logged.
 */

/** Their values are in no message, as they are or hold secrets. */
const SECRET_NAMES = new Set(['DATABASE_URL', 'MCP_SESSION_SECRET']);

/** How this process is set up; variables.ts says what is in it. */
export type Config = ReturnType<typeof readConfig>;

/** Thrown when the environment cannot be used; it names every variable that is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Variables by their name. What is empty or blank is not given. */
export type Environment = Readonly<Record<string, string | undefined>>;

const ENV_FILE = '.env';

/**
 * The variables of this process, and those that `.env` in its working folder gives besides: every
 * command reads them alike, however it is started. Throws a ConfigError where it cannot.
 */
export function readEnvironment(): Environment {
  try {
    return { ...parseEnv(readFileSync(ENV_FILE, 'utf8')), ...givenOf(process.env) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return process.env;
    if (code === undefined) throw error;
    const sentence = `${resolve(ENV_FILE)} cannot be read (${code}); correct that or delete it.`;
    throw new ConfigError(sentence, { cause: error });
  }
}

/**
 * The editors' folder that a command works on: the one that its command line names, else
 * CONTENT_DIR, else the default. Whatever reads or writes content asks here. Throws a ConfigError
 * where an empty name is given: a variable of a shell was not set, and the default is not meant.
 */
export function contentFolder(named: string | undefined, environment: Environment): string {
  if (named?.trim() === '') {
    throw new ConfigError('The name of the content folder is empty; name one, or leave it out.');
  }
  return named ?? Variables.shape.contentDir.parse(givenOf(environment).CONTENT_DIR);
}

/** The line by which a command says which folder it works on. */
export function describeFolder(folder: string): string {
  return `Content folder: ${resolve(folder)}`;
}

/** Reads the configuration, `content` from a command line. Throws a ConfigError with all errors. */
export function readConfig(environment = readEnvironment(), content?: string) {
  const given = { ...givenOf(environment), CONTENT_DIR: contentFolder(content, environment) };
  const result = Variables.safeParse(inputOf(Variables, given));
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${describeIssue(issue, given)}`);
    throw new ConfigError(`The environment cannot be used:\n${lines.join('\n')}`);
  }
  const { hub, mcp, hsts, ...config } = result.data;
  const isRateLimited = config.rateLimitPerMinute > 0;
  return {
    ...config,
    hsts: config.baseUrl?.startsWith('https:') ? hsts : undefined,
    hub: { ...hub, isRateLimited, minInterval: isRateLimited ? hub.minInterval : 0 },
    mcp: { ...mcp, requestsPerMinute: isRateLimited ? mcp.requestsPerMinute : 0 },
  };
}

/** What is empty or blank is not given. */
function givenOf(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
}

/** The public origin: BASE_URL or, without it, this machine at the port that is listened on. */
export function publicOrigin(
  { baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>,
  listeningPort = port,
): string {
  return baseUrl ?? `http://localhost:${listeningPort}`;
}

/** What is given, at the places of the configuration. */
function inputOf(schema: z.core.$ZodType, given: Environment): unknown {
  if (!(schema instanceof z.ZodObject)) return given[nameOf(schema)];
  const entries = Object.entries(schema.shape);
  return Object.fromEntries(entries.map(([key, inner]) => [key, inputOf(inner, given)]));
}

function describeIssue({ path, message }: z.core.$ZodIssue, given: Environment): string {
  const place = path.join('.');
  const name = [...VARIABLES].find(([, variable]) => variable.path.join('.') === place)?.[0];
  if (name === undefined) return message;
  const got = SECRET_NAMES.has(name) ? '' : ` (got ${JSON.stringify(given[name])})`;
  return `${name} ${message}${got}`;
}

/** Names with this prefix are meant for this service, however far from every variable. */
const OWN_PREFIX = /^(?:HUB|MCP)_/;

/** What Kubernetes sets for each service, such as one that is called hub. */
const OF_A_SERVICE = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_[A-Z]+(?:_\w+)?)?)$/;

/** Further away, a name is one of its own, such as HOME, PGHOST or GIT_DIR. */
const MOST_EDITS = 2;
const LETTERS_AN_EDIT = 4;

/** Lists names that look like misspelt variables, without values: they silently have no effect. */
export function findMisspelt(environment = readEnvironment()): readonly string[] {
  const variables = [...VARIABLES.keys()];
  const byLetters = new Map(variables.map((variable) => [lettersOf(variable), variable]));
  return Object.keys(givenOf(environment))
    .filter((name) => !variables.includes(name))
    .flatMap((name) => {
      const meant = byLetters.get(nearestLetters(name, [...byLetters.keys()]) ?? '');
      if (meant) return [`${name} is not a variable of this service; did you mean ${meant}?`];
      if (!OWN_PREFIX.test(name) || OF_A_SERVICE.test(name)) return [];
      return [`${name} is not a variable of this service; site/docs/configuration.md lists them.`];
    });
}

function nearestLetters(name: string, all: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const nearest = nearestName(letters, all, MOST_EDITS);
  const shorter = Math.min(letters.length, nearest?.length ?? 0);
  const most = Math.min(MOST_EDITS, Math.floor(shorter / LETTERS_AN_EDIT));
  return nearest && nearestName(letters, [nearest], most);
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
