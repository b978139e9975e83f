import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { nameOf, VARIABLES, Variables } from './variables.ts';

/*
 * The configuration: environment variables and .env, read once and checked together, with all
 * errors in one message. variables.ts lists them with their defaults; values.ts defines valid
 * values. Nothing else reads the environment. A missing variable has its default, an invalid one is
 * an error, and a name that looks misspelled is logged.
 */

/** Their values appear in no message, because they are or contain secrets. */
const SECRET_NAMES = new Set([
  'DATABASE_URL',
  'MCP_SESSION_SECRET',
  'PURGE_URL',
  'PURGE_AUTHORIZATION',
]);

/** The settings of this process; variables.ts lists them. */
export type Config = ReturnType<typeof readConfig>;

/** Thrown when the environment cannot be used; names every invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Variables by name. Blank and empty ones count as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

const ENV_FILE = '.env';

/**
 * Returns the variables of this process and those that `.env` in its working folder adds: every
 * command reads them alike, however it is started. Throws a ConfigError if it cannot.
 */
export function readEnvironment(): Environment {
  try {
    return {
      ...parseEnv(refuseColons(decodeEnvFile(readFileSync(ENV_FILE)))),
      ...givenOf(process.env),
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return process.env;
    if (code === undefined) throw error;
    const sentence = `${resolve(ENV_FILE)} cannot be read (${code}); correct that or delete it.`;
    throw new ConfigError(sentence, { cause: error });
  }
}

/** Returns the text of `.env`. Throws a ConfigError if it is in UTF-16, as PowerShell 5 writes it. */
function decodeEnvFile(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  if (!text.includes('\0')) return text;
  throw new ConfigError(`${resolve(ENV_FILE)} is not in UTF-8; save it as UTF-8 in a text editor.`);
}

/** Throws a ConfigError if a line of `.env` is written as in YAML: it would have no effect. */
function refuseColons(text: string): string {
  const name = [...VARIABLES.keys()].find((one) => new RegExp(`^\\s*${one}\\s*:`, 'm').test(text));
  if (name === undefined) return text;
  throw new ConfigError(`${resolve(ENV_FILE)} has a colon after ${name}; write ${name}=`);
}

/**
 * Returns the editors' folder that a command works on: the one that its command line names, else
 * CONTENT_DIR, else the default. Everything that reads or writes content asks here. Throws a
 * ConfigError if an empty name is given: a shell variable was not set, and the default is not
 * intended.
 */
export function contentFolder(named: string | undefined, environment: Environment): string {
  if (named?.trim() === '') {
    throw new ConfigError('The name of the content folder is empty; name one, or leave it out.');
  }
  return named ?? Variables.shape.contentDir.parse(givenOf(environment).CONTENT_DIR);
}

/** Returns the line with which a command names the folder that it works on. */
export function describeFolder(folder: string): string {
  return `Content folder: ${resolve(folder)}`;
}

/**
 * Reads the configuration, with `content` from a command line. Throws a ConfigError with all
 * errors.
 */
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

/** Blank and empty variables count as absent. */
function givenOf(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
}

/** Returns the public origin: BASE_URL, or without it this machine at its listening port. */
export function publicOrigin(
  { baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>,
  listeningPort = port,
): string {
  return baseUrl ?? `http://localhost:${listeningPort}`;
}

/** Returns the origins of the service, which has everything at one, except with SIDECAR_URL. */
export function serviceOrigins(
  config: Pick<Config, 'baseUrl' | 'sidecarUrl' | 'port'>,
  listeningPort?: number,
): { readonly baseUrl: string; readonly sidecarUrl: string } {
  const baseUrl = publicOrigin(config, listeningPort);
  return { baseUrl, sidecarUrl: config.sidecarUrl ?? baseUrl };
}

/** Returns the given values at their places in the configuration. */
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

/** A name that differs more is a different one, such as HOME, PGHOST or GIT_DIR. */
const MOST_EDITS = 2;
const LETTERS_AN_EDIT = 4;

/**
 * Lists names that look like misspelled variables, without values: they silently have no effect.
 */
export function findMisspelled(environment = readEnvironment()): readonly string[] {
  const byLetters = new Map([...VARIABLES.keys()].map((name) => [lettersOf(name), name]));
  return Object.keys(givenOf(environment)).flatMap((name) => {
    if (VARIABLES.has(name)) return [];
    const letters = lettersOf(name);
    const most = Math.min(MOST_EDITS, Math.floor(letters.length / LETTERS_AN_EDIT));
    const meant = byLetters.get(nearestName(letters, byLetters.keys(), most) ?? '');
    return meant ? [`${name} is not a variable of this service; did you mean ${meant}?`] : [];
  });
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
