import { z } from 'zod';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { SIGNATURE_ALGORITHMS } from '../hub/hub-settings.ts';
import {
  cidrList,
  delays,
  fieldValue,
  hsts,
  oneOf,
  origin,
  originList,
  portRanges,
  postgresUrl,
  timeoutSeconds,
  trustProxy,
  webUrl,
  wholeNumber,
} from './values.ts';

const MAX_INTERVAL_SECONDS = 86_400;
const MAX_REQUESTS = 1_000_000;
/** A shorter one could be guessed and used to forge session ids. */
const MIN_SECRET_LENGTH = 32;

const lease = wholeNumber(1, 315_360_000);
const concurrency = wholeNumber(1, 1000);
const cap = wholeNumber(0, 100_000_000);
const interval = wholeNumber(0, MAX_INTERVAL_SECONDS);
const requestsPerMinute = wholeNumber(0, MAX_REQUESTS);

/** The value of an environment variable. */
function variable<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  return schema.meta({ title: name });
}

/** Bounds in ascending order; a default counts as much as a given value. */
const Lease = z
  .object({
    default: variable('HUB_LEASE_DEFAULT_SECONDS', lease.prefault('864000')),
    min: variable('HUB_LEASE_MIN_SECONDS', lease.prefault('60')),
    max: variable('HUB_LEASE_MAX_SECONDS', lease.prefault('2592000')),
  })
  .superRefine(({ min, default: usual, max }, context) => {
    if (min <= usual && usual <= max) return;
    context.addIssue(
      `HUB_LEASE_MIN_SECONDS, HUB_LEASE_DEFAULT_SECONDS and HUB_LEASE_MAX_SECONDS must be in ascending order (they are ${min}, ${usual} and ${max})`,
    );
  });

const Hub = z.object({
  retryDelays: variable('HUB_RETRY_DELAYS_SECONDS', delays.prefault('10,60,300,900,3600,10800')),
  failureSpacing: variable('HUB_FAILURE_SPACING_SECONDS', interval.prefault('0')),
  minInterval: variable('HUB_MIN_INTERVAL_SECONDS', interval.prefault('5')),
  maxPendingPerClient: variable('HUB_MAX_PENDING_PER_CLIENT', cap.prefault('30')),
  concurrency: variable('HUB_CONCURRENCY', concurrency.prefault('100')),
  concurrencyPerHost: variable('HUB_CONCURRENCY_PER_HOST', concurrency.prefault('2')),
  callbackPorts: variable('HUB_CALLBACK_PORTS', portRanges.prefault('443,1024-65535')),
  timeout: variable('HUB_TIMEOUT_SECONDS', timeoutSeconds.prefault('15')),
  maxSubscriptions: variable('HUB_MAX_SUBSCRIPTIONS', cap.prefault('100000')),
  maxSubscriptionsPerHost: variable('HUB_MAX_SUBSCRIPTIONS_PER_HOST', cap.prefault('100')),
  allowedCidrs: variable('HUB_ALLOW_CALLBACK_CIDRS', cidrList.default([])),
  signatureAlgorithm: variable(
    'HUB_SIGNATURE_ALGORITHM',
    oneOf(SIGNATURE_ALGORITHMS).prefault('sha256'),
  ),
  lease: Lease,
});

const Mcp = z.object({
  /** Without it, one is generated and kept. */
  sessionSecret: variable(
    'MCP_SESSION_SECRET',
    z
      .string()
      .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
      .optional(),
  ),
  /** Origins of browsers that may call; `*` is all. */
  allowedOrigins: variable('MCP_ALLOWED_ORIGINS', originList.default([])),
  /** True if the tools that ChatGPT requires are offered as well. */
  hasChatGptTools: variable(
    'MCP_CHATGPT_TOOLS',
    oneOf(['true', 'false'])
      .prefault('false')
      .transform((text) => text === 'true'),
  ),
  /** Per client; 0 is no limit. */
  requestsPerMinute: variable(
    'MCP_REQUESTS_PER_MINUTE',
    requestsPerMinute.prefault(String(MCP_LIMITS.requestsPerMinute)),
  ),
});

/**
 * Every variable that the service reads, at its place in the configuration, with its valid values
 * and default. site/docs/configuration.md explains them to operators.
 */
export const Variables = z.object({
  port: variable('PORT', wholeNumber(0, 65_535).prefault('8787')),
  host: variable('HOST', z.string().prefault('127.0.0.1')),
  /** Without it, the origin follows from the listening port. */
  baseUrl: variable('BASE_URL', origin.optional()),
  /** Without it, a build has files alone; a service answers everything at baseUrl. */
  sidecarUrl: variable('SIDECAR_URL', origin.optional()),
  contentDir: variable('CONTENT_DIR', z.string().prefault('content')),
  outDir: variable('OUT_DIR', z.string().prefault('dist')),
  stateDir: variable('STATE_DIR', z.string().prefault('.testimony')),
  /** Without it, the hub keeps a database of its own in stateDir. */
  databaseUrl: variable('DATABASE_URL', postgresUrl.optional()),
  watch: variable('WATCH', oneOf(['content', 'poll', 'release', 'off']).prefault('content')),
  trustProxy: variable('TRUST_PROXY', trustProxy.prefault('off')),
  rateLimitPerMinute: variable('RATE_LIMIT_PER_MINUTE', requestsPerMinute.prefault('600')),
  hub: Hub,
  mcp: Mcp,
  /** The bytes of rendered pages that are remembered. */
  pageMemoryBytes: variable(
    'PAGE_MEMORY_MB',
    wholeNumber(0, 65_536)
      .prefault('64')
      .transform((megabytes) => megabytes * 1_000_000),
  ),
  /** Without it, the limit on open files decides. */
  maxConnections: variable('MAX_CONNECTIONS', wholeNumber(1, 1_000_000).optional()),
  /** The webhook that purges caches; without it, they follow max-age alone. */
  purgeUrl: variable('PURGE_URL', webUrl.optional()),
  purgeAuthorization: variable('PURGE_AUTHORIZATION', fieldValue.optional()),
  hsts: variable('HSTS', hsts.prefault('max-age=31536000')),
  logLevel: variable(
    'LOG_LEVEL',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).prefault('info'),
  ),
  /** Without it, the terminal decides. */
  logFormat: variable('LOG_FORMAT', oneOf(['text', 'json']).optional()),
});

type Variable = { readonly schema: z.core.$ZodType; readonly path: readonly string[] };

/** The variables by name, each with its place. */
export const VARIABLES: ReadonlyMap<string, Variable> = new Map(listVariables(Variables, []));

/** Returns the name of the variable that a schema belongs to. */
export function nameOf(schema: z.core.$ZodType): string {
  return z.globalRegistry.get(schema)?.title ?? '';
}

function listVariables(schema: z.core.$ZodType, path: readonly string[]): [string, Variable][] {
  if (!(schema instanceof z.ZodObject)) return [[nameOf(schema), { schema, path }]];
  return Object.entries(schema.shape).flatMap(([key, inner]) =>
    listVariables(inner, [...path, key]),
  );
}
