import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import type { TrustProxy } from '../http/client.ts';
import type { HubSettings } from '../hub/hub-settings.ts';
import { ConfigSchema } from './variables.ts';

/*
 * The configuration: environment variables and .env, read once and checked together, with all errors
 * in one message. variables.ts lists them with their defaults, values.ts says what values look like.
 * Nothing else reads the environment. A missing variable has its default, a wrong one is an error, and
 * a name that looks like a misspelt one is logged.
 */

/** Their values are in no message, as they are or hold secrets. */
const SECRET_NAMES = new Set(['DATABASE_URL', 'MCP_SESSION_SECRET']);

/** How this process is set up. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Undefined where the origin follows from the port that is listened on. */
  readonly baseUrl: string | undefined;
  readonly contentDir: string;
  readonly outDir: string;
  readonly stateDir: string;
  /** Undefined where the hub keeps its own database in stateDir. */
  readonly databaseUrl: string | undefined;
  readonly watch: z.infer<typeof ConfigSchema>['WATCH'];
  readonly trustProxy: TrustProxy;
  readonly rateLimitPerMinute: number;
  readonly hub: HubSettings;
  readonly mcp: {
    /** Undefined where one is to be made and kept. */
    readonly sessionSecret: string | undefined;
    /** Of browsers that may ask; `*` is all. */
    readonly allowedOrigins: readonly string[];
    /** Whether there are also those that ChatGPT asks for. */
    readonly hasChatGptTools: boolean;
    /** Of one client; 0 is no limit. */
    readonly requestsPerMinute: number;
  };
  /** How many bytes of rendered pages are remembered. */
  readonly pageMemoryBytes: number;
  /** Undefined where the limit on open files decides. */
  readonly maxConnections: number | undefined;
  /** What Strict-Transport-Security says; undefined where it is not sent. */
  readonly hsts: string | undefined;
  readonly logLevel: z.infer<typeof ConfigSchema>['LOG_LEVEL'];
  /** Undefined where the terminal decides. */
  readonly logFormat: z.infer<typeof ConfigSchema>['LOG_FORMAT'];
};

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
  return named ?? ConfigSchema.shape.CONTENT_DIR.parse(givenOf(environment).CONTENT_DIR);
}

/** The line by which a command says which folder it works on. */
export function describeFolder(folder: string): string {
  return `Content folder: ${resolve(folder)}`;
}

/** Reads the configuration, `content` from a command line. Throws a ConfigError with all errors. */
export function readConfig(environment = readEnvironment(), content?: string): Config {
  const given = { ...givenOf(environment), CONTENT_DIR: contentFolder(content, environment) };
  const result = ConfigSchema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${describeIssue(issue, given)}`);
    throw new ConfigError(`The environment cannot be used:\n${lines.join('\n')}`);
  }
  const variables = result.data;
  const isRateLimited = variables.RATE_LIMIT_PER_MINUTE > 0;
  return {
    port: variables.PORT,
    host: variables.HOST,
    baseUrl: variables.BASE_URL,
    contentDir: variables.CONTENT_DIR,
    outDir: variables.OUT_DIR,
    stateDir: variables.STATE_DIR,
    databaseUrl: variables.DATABASE_URL,
    watch: variables.WATCH,
    trustProxy: variables.TRUST_PROXY,
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    hub: {
      lease: {
        default: variables.HUB_LEASE_DEFAULT_SECONDS,
        min: variables.HUB_LEASE_MIN_SECONDS,
        max: variables.HUB_LEASE_MAX_SECONDS,
      },
      retryDelays: variables.HUB_RETRY_DELAYS_SECONDS,
      failureSpacing: variables.HUB_FAILURE_SPACING_SECONDS,
      minInterval: isRateLimited ? variables.HUB_MIN_INTERVAL_SECONDS : 0,
      maxPendingPerClient: variables.HUB_MAX_PENDING_PER_CLIENT,
      concurrency: variables.HUB_CONCURRENCY,
      concurrencyPerHost: variables.HUB_CONCURRENCY_PER_HOST,
      callbackPorts: variables.HUB_CALLBACK_PORTS,
      timeout: variables.HUB_TIMEOUT_SECONDS,
      maxSubscriptions: variables.HUB_MAX_SUBSCRIPTIONS,
      maxSubscriptionsPerHost: variables.HUB_MAX_SUBSCRIPTIONS_PER_HOST,
      allowedCidrs: variables.HUB_ALLOW_CALLBACK_CIDRS ?? [],
      signatureAlgorithm: variables.HUB_SIGNATURE_ALGORITHM,
      isRateLimited,
    },
    mcp: {
      sessionSecret: variables.MCP_SESSION_SECRET,
      allowedOrigins: variables.MCP_ALLOWED_ORIGINS ?? [],
      hasChatGptTools: variables.MCP_CHATGPT_TOOLS,
      requestsPerMinute: isRateLimited ? variables.MCP_REQUESTS_PER_MINUTE : 0,
    },
    pageMemoryBytes: variables.PAGE_MEMORY_MB * 1_000_000,
    maxConnections: variables.MAX_CONNECTIONS,
    hsts: variables.BASE_URL?.startsWith('https:') ? variables.HSTS : undefined,
    logLevel: variables.LOG_LEVEL,
    logFormat: variables.LOG_FORMAT,
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

function describeIssue({ path, message }: z.core.$ZodIssue, given: Environment): string {
  const [name] = path.map(String);
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
  const variables = Object.keys(ConfigSchema.shape);
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
