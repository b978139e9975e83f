import { z } from 'zod';

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((number) => number >= least, `must be at least ${least}`)
    .refine((number) => number <= most, `must be at most ${most}`);

const folder = (fallback: string) => z.string().min(1, 'must not be empty').default(fallback);

const BaseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(
    (url) => isOrigin(url),
    'must be an origin without a path, such as https://reviews.example',
  )
  .transform((url) => new URL(url).origin);

const WATCHES = ['content', 'release', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable that the service reads, with its default and what it means. */
export const ConfigSchema = z.object({
  PORT: wholeNumber(0, 65_535)
    .default(8787)
    .describe('Where the sidecar listens; 0 picks a free port.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('The address the sidecar listens on.'),
  BASE_URL: BaseUrl.optional().describe(
    'The public origin, http or https, without a path. Without it http://localhost:PORT.',
  ),
  CONTENT_DIR: folder('content').describe('The editors’ folder.'),
  OUT_DIR: folder('dist').describe(
    'Where npm run build writes the release; OUT_DIR/client is what a CDN serves.',
  ),
  STATE_DIR: folder('.testimony').describe('Releases that the sidecar makes itself.'),
  WATCH: z
    .enum(WATCHES, `must be one of ${WATCHES.join(', ')}`)
    .default('content')
    .describe(
      'content publishes again after every edit; release follows what is built elsewhere in OUT_DIR; off does neither.',
    ),
  TRUST_PROXY: z
    .string()
    .default('off')
    .refine(isTrustProxy, 'must be off, a number of proxies, or addresses and CIDRs with commas')
    .transform(parseTrustProxy)
    .describe('off, a number of proxies, or a list of their addresses and CIDRs.'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000)
    .default(600)
    .describe('Requests to API routes a client and minute; 0 is no limit.'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('What is logged, as JSON lines on standard output.'),
});

/** How this process is set up. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Undefined where the origin follows from the port that is listened on. */
  readonly baseUrl: string | undefined;
  readonly contentDir: string;
  readonly outDir: string;
  readonly stateDir: string;
  readonly watch: (typeof WATCHES)[number];
  readonly trustProxy: false | number | string[];
  readonly rateLimitPerMinute: number;
  readonly logLevel: z.infer<typeof ConfigSchema>['LOG_LEVEL'];
};

/** Thrown when the environment cannot be used; it names every variable that is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the configuration from an environment. Throws a ConfigError with all errors together. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = ConfigSchema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `  ${name} ${message} (got ${JSON.stringify(given[name])})`;
    });
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
    watch: variables.WATCH,
    trustProxy: variables.TRUST_PROXY,
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    logLevel: variables.LOG_LEVEL,
  };
}

/** The public origin: BASE_URL or, without it, this machine at the port that is listened on. */
export function publicOrigin({ baseUrl, port }: Config, listeningPort = port): string {
  return baseUrl ?? `http://localhost:${listeningPort}`;
}

function isOrigin(text: string): boolean {
  // What is no URL at all has been told already.
  const url = URL.parse(text);
  if (!url) return true;
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
}

/** The names are those that Express knows. */
function isTrustProxy(text: string): boolean {
  return (
    text === 'off' ||
    /^\d+$/.test(text) ||
    text
      .split(',')
      .map((part) => part.trim())
      .every(
        (part) =>
          z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(part).success ||
          ['loopback', 'linklocal', 'uniquelocal'].includes(part),
      )
  );
}

function parseTrustProxy(text: string): Config['trustProxy'] {
  if (text === 'off') return false;
  if (/^\d+$/.test(text)) return Number(text);
  return text.split(',').map((part) => part.trim());
}
