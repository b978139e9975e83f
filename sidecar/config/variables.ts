import { z } from 'zod';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { SIGNATURE_ALGORITHMS } from '../hub/hub-settings.ts';
import {
  cidrList,
  delays,
  hsts,
  origin,
  originList,
  portRanges,
  postgresUrl,
  timeoutSeconds,
  trustProxy,
  wholeNumber,
} from './values.ts';

const MAX_LEASE_SECONDS = 315_360_000;
const MAX_CONCURRENCY = 1000;
const MAX_INTERVAL_SECONDS = 86_400;
const MAX_SUBSCRIPTIONS = 100_000_000;
const MAX_REQUESTS = 1_000_000;

const lease = wholeNumber(1, MAX_LEASE_SECONDS);
const concurrency = wholeNumber(1, MAX_CONCURRENCY);
const cap = wholeNumber(0, MAX_SUBSCRIPTIONS);

/** The variables of the WebSub hub. */
const HUB_VARIABLES = {
  HUB_LEASE_DEFAULT_SECONDS: lease
    .default(864_000)
    .describe('The lease of a subscription that asks for none; 10 days.'),
  HUB_LEASE_MIN_SECONDS: lease.default(60).describe('A shorter lease becomes this.'),
  HUB_LEASE_MAX_SECONDS: lease.default(2_592_000).describe('A longer lease becomes this; 30 days.'),
  HUB_RETRY_DELAYS_SECONDS: delays('10,60,300,900,3600,10800').describe(
    'Pauses between the attempts at the same content, with commas, fractions allowed; the last one repeats, and none is a single attempt.',
  ),
  HUB_FAILURE_SPACING_SECONDS: wholeNumber(0, MAX_INTERVAL_SECONDS)
    .default(0)
    .describe(
      'Failed notifications of one subscription that are closer together count as one; 0 counts each.',
    ),
  HUB_MIN_INTERVAL_SECONDS: wholeNumber(0, MAX_INTERVAL_SECONDS)
    .default(5)
    .describe('From one notification of a topic to the next; takedowns do not wait. 0 is at once.'),
  HUB_MAX_PENDING_PER_CLIENT: cap
    .default(30)
    .describe(
      'Of new requests that wait for their verification, how many one client or one network of callbacks may have; 0 is no limit.',
    ),
  HUB_CONCURRENCY: concurrency
    .default(100)
    .describe('Deliveries in flight, and as many verifications.'),
  HUB_CONCURRENCY_PER_HOST: concurrency.default(2).describe('The same for one callback host.'),
  HUB_CALLBACK_PORTS: portRanges('443,1024-65535').describe('Ports that callbacks may use.'),
  HUB_TIMEOUT_SECONDS: timeoutSeconds
    .default(15)
    .describe('For a whole delivery, fractions allowed; a verification gets 10 at most.'),
  HUB_MAX_SUBSCRIPTIONS: cap.default(100_000).describe('Subscriptions in all; 0 is no limit.'),
  HUB_MAX_SUBSCRIPTIONS_PER_HOST: cap
    .default(100)
    .describe('Subscriptions of one callback host; 0 is no limit.'),
  HUB_ALLOW_CALLBACK_CIDRS: cidrList
    .optional()
    .describe('Ranges that callbacks may use although they are not public, separated by commas.'),
  HUB_SIGNATURE_ALGORITHM: z
    .enum(SIGNATURE_ALGORITHMS, `must be one of ${SIGNATURE_ALGORITHMS.join(', ')}`)
    .default('sha256')
    .describe(`What notifications are signed with: ${SIGNATURE_ALGORITHMS.join(', ')}.`),
};

/** A shorter one could be guessed, and ids of sessions made up with it. */
const MIN_SECRET_LENGTH = 32;

/** The variables of the MCP endpoint. */
const MCP_VARIABLES = {
  MCP_SESSION_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
    .optional()
    .describe(
      `Signs the ids of MCP sessions, ${MIN_SECRET_LENGTH} characters or more; replicas share it. Without it a random one, kept in STATE_DIR.`,
    ),
  MCP_ALLOWED_ORIGINS: originList
    .optional()
    .describe(
      'Origins of pages that may use MCP besides that of BASE_URL, separated by commas, or *.',
    ),
  MCP_CHATGPT_TOOLS: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true')
    .describe(
      'Whether there are also search and fetch, which ChatGPT asks for in deep research and company knowledge.',
    ),
  MCP_REQUESTS_PER_MINUTE: wholeNumber(0, MAX_REQUESTS)
    .default(MCP_LIMITS.requestsPerMinute)
    .describe(
      'MCP requests per client and minute, half of them at once; 0 switches off this limit alone.',
    ),
};

const WATCHES = ['content', 'poll', 'release', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const LOG_FORMATS = ['text', 'json'] as const;

const folder = (fallback: string) => z.string().min(1, 'must not be empty').default(fallback);

/** Every variable that the service reads, with its default and what it means. */
export const ConfigSchema = z
  .object({
    PORT: wholeNumber(0, 65_535)
      .default(8787)
      .describe('The port that the service listens on; 0 picks a free one.'),
    HOST: z
      .string()
      .min(1)
      .default('127.0.0.1')
      .describe('The address that the service listens on.'),
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
      'The folder of the service itself: its release, subscriptions, the key of MCP sessions and, if need be, the bundle.',
    ),
    DATABASE_URL: postgresUrl
      .optional()
      .describe(
        'postgres://…: subscriptions in PostgreSQL, shared by many services. Without it they are in STATE_DIR.',
      ),
    WATCH: z
      .enum(WATCHES, `must be one of ${WATCHES.join(', ')}`)
      .default('content')
      .describe(
        'content publishes every edit; poll does so where the system reports no changes of files, as on network mounts; release follows what is built elsewhere into OUT_DIR; off publishes once, and takedowns.',
      ),
    TRUST_PROXY: trustProxy.describe(
      'off, a number of proxies, or a list of their addresses and CIDRs.',
    ),
    RATE_LIMIT_PER_MINUTE: wholeNumber(0, MAX_REQUESTS)
      .default(600)
      .describe(
        'API requests and questions to /reviews/ per client and minute; 304s do not count. 0 switches off every rate limit, also those of the hub and MCP.',
      ),
    ...HUB_VARIABLES,
    ...MCP_VARIABLES,
    PAGE_MEMORY_MB: wholeNumber(0, 65_536)
      .default(64)
      .describe('Memory for rendered pages, in MB.'),
    MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
      .optional()
      .describe(
        'Connections at once; beyond, the one idle longest is closed. Without it what the limit on open files leaves, at most 10000.',
      ),
    HSTS: hsts.describe(
      'Strict-Transport-Security where BASE_URL is https; such as max-age=31536000; includeSubDomains, or off.',
    ),
    LOG_LEVEL: z
      .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
      .default('info')
      .describe('What is logged, on standard output.'),
    LOG_FORMAT: z
      .enum(LOG_FORMATS, `must be ${LOG_FORMATS.join(' or ')}`)
      .optional()
      .describe(
        'How: text is lines for people, json a JSON object a line. Without it text on a terminal, json elsewhere.',
      ),
  })
  .refine((variables) => findLeaseFault(variables) === undefined, {
    error: ({ input }) => findLeaseFault(input),
    // Reported together with the errors of other variables.
    when: () => true,
  });

const LeaseVariables = z.object({
  HUB_LEASE_MIN_SECONDS: z.number(),
  HUB_LEASE_DEFAULT_SECONDS: z.number(),
  HUB_LEASE_MAX_SECONDS: z.number(),
});

/** What is wrong with three lease bounds that are right one by one. */
function findLeaseFault(variables: unknown): string | undefined {
  const { data } = LeaseVariables.safeParse(variables);
  if (!data) return undefined;
  const {
    HUB_LEASE_MIN_SECONDS: min,
    HUB_LEASE_DEFAULT_SECONDS: usual,
    HUB_LEASE_MAX_SECONDS: max,
  } = data;
  if (min <= usual && usual <= max) return undefined;
  return `HUB_LEASE_MIN_SECONDS, HUB_LEASE_DEFAULT_SECONDS and HUB_LEASE_MAX_SECONDS must not descend (they are ${min}, ${usual} and ${max})`;
}
