import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { type TrustProxy, trustProxy } from './config/addresses.ts';
import { hsts } from './config/hsts.ts';
import { findLeaseFault, HUB_VARIABLES, toHubSettings } from './config/hub-variables.ts';
import { MCP_VARIABLES, type McpSettings, toMcpSettings } from './config/mcp-variables.ts';
import { describeMisspelt } from './config/misspelt-variables.ts';
import { wholeNumber } from './config/numbers.ts';
import { origin, postgresUrl } from './config/origins.ts';
import type { HubSettings } from './hub/hub-settings.ts';

const folder = (fallback: string) => z.string().min(1, 'must not be empty').default(fallback);

const WATCHES = ['content', 'release', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable that the service reads, with its default and what it means. */
export const ConfigSchema = z
  .object({
    PORT: wholeNumber(0, 65_535)
      .default(8787)
      .describe('Where the sidecar listens; 0 picks a free port.'),
    HOST: z.string().min(1).default('127.0.0.1').describe('The address the sidecar listens on.'),
    BASE_URL: origin
      .optional()
      .describe(
        'The public origin, http or https, without a path. Without it http://localhost:PORT.',
      ),
    CONTENT_DIR: folder('content').describe('The editors’ folder.'),
    OUT_DIR: folder('dist').describe(
      'Where npm run build writes the release; OUT_DIR/client is what a CDN serves.',
    ),
    STATE_DIR: folder('.testimony').describe(
      'Releases that the sidecar makes itself, the hub’s database and, if need be, the bundle.',
    ),
    DATABASE_URL: postgresUrl
      .optional()
      .describe(
        'postgres://…: the hub’s subscriptions in PostgreSQL, shared by many sidecars. Without it SQLite in STATE_DIR.',
      ),
    WATCH: z
      .enum(WATCHES, `must be one of ${WATCHES.join(', ')}`)
      .default('content')
      .describe(
        'content publishes again after every edit; release follows what is built elsewhere in OUT_DIR; off does neither.',
      ),
    TRUST_PROXY: trustProxy.describe(
      'off, a number of proxies, or a list of their addresses and CIDRs.',
    ),
    RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000)
      .default(600)
      .describe(
        'Requests to API routes a client and minute, 304s left out; 0 switches every rate limit off, the hub’s and MCP’s too.',
      ),
    ...HUB_VARIABLES,
    ...MCP_VARIABLES,
    PAGE_MEMORY_MB: wholeNumber(0, 65_536)
      .default(64)
      .describe('Rendered pages that are remembered, in MB.'),
    MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
      .optional()
      .describe(
        'Connections at a time; beyond, the longest idle ends. Without it what the limit on open files leaves, at most 10000.',
      ),
    HSTS: hsts.describe(
      'Strict-Transport-Security where BASE_URL is https; such as max-age=31536000; includeSubDomains, or off.',
    ),
    LOG_LEVEL: z
      .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
      .default('info')
      .describe('What is logged, as JSON lines on standard output.'),
  })
  .refine((variables) => findLeaseFault(variables) === undefined, {
    error: ({ input }) => findLeaseFault(input),
    // Told together with the errors of other variables.
    when: () => true,
  });

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
  readonly watch: (typeof WATCHES)[number];
  readonly trustProxy: TrustProxy;
  readonly rateLimitPerMinute: number;
  readonly hub: HubSettings;
  readonly mcp: McpSettings;
  /** How many bytes of rendered pages are remembered. */
  readonly pageMemoryBytes: number;
  /** Undefined where the limit on open files decides. */
  readonly maxConnections: number | undefined;
  /** What Strict-Transport-Security says; undefined where it is not sent. */
  readonly hsts: string | undefined;
  readonly logLevel: z.infer<typeof ConfigSchema>['LOG_LEVEL'];
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

/**
 * Reads the configuration from an environment; `content` is the content folder that a command line
 * names. Throws a ConfigError with all errors together.
 */
export function readConfig(environment = readEnvironment(), content?: string): Config {
  const given = { ...givenOf(environment), CONTENT_DIR: contentFolder(content, environment) };
  const result = ConfigSchema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${describeIssue(issue, given)}`);
    throw new ConfigError(`The environment cannot be used:\n${lines.join('\n')}`);
  }
  const variables = result.data;
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
    hub: toHubSettings(variables, variables.RATE_LIMIT_PER_MINUTE > 0),
    mcp: toMcpSettings(variables),
    pageMemoryBytes: variables.PAGE_MEMORY_MB * 1_000_000,
    maxConnections: variables.MAX_CONNECTIONS,
    hsts: variables.BASE_URL?.startsWith('https:') ? variables.HSTS : undefined,
    logLevel: variables.LOG_LEVEL,
  };
}

/** Tells of variables that look misspelt, without a value of any. */
export function findMisspelt(environment = readEnvironment()): readonly string[] {
  return describeMisspelt(Object.keys(givenOf(environment)), Object.keys(ConfigSchema.shape));
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
