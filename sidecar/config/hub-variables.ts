import { z } from 'zod';
import { type HubSettings, SIGNATURE_ALGORITHMS } from '../hub/hub-settings.ts';
import { cidrList } from './addresses.ts';
import { delays, timeoutSeconds, wholeNumber } from './numbers.ts';
import { portRanges } from './port-ranges.ts';

const MAX_LEASE_SECONDS = 315_360_000;
const MAX_CONCURRENCY = 1000;
const MAX_SUBSCRIPTIONS = 100_000_000;

const lease = wholeNumber(1, MAX_LEASE_SECONDS);
const concurrency = wholeNumber(1, MAX_CONCURRENCY);
const cap = wholeNumber(0, MAX_SUBSCRIPTIONS);

/** The variables of the WebSub hub. */
export const HUB_VARIABLES = {
  HUB_LEASE_DEFAULT_SECONDS: lease
    .default(864_000)
    .describe('The lease of a subscription that asks for none; 10 days.'),
  HUB_LEASE_MIN_SECONDS: lease.default(60).describe('A shorter lease becomes this.'),
  HUB_LEASE_MAX_SECONDS: lease.default(2_592_000).describe('A longer lease becomes this; 30 days.'),
  HUB_RETRY_DELAYS_SECONDS: delays('10,60').describe(
    'Pauses between the attempts of one notification, with commas, fractions allowed; none is a single attempt.',
  ),
  HUB_CONCURRENCY: concurrency.default(20).describe('Deliveries in flight; as many verifications.'),
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
    .describe('Ranges that callbacks may use although they are not public, with commas.'),
  HUB_SIGNATURE_ALGORITHM: z
    .enum(SIGNATURE_ALGORITHMS, `must be one of ${SIGNATURE_ALGORITHMS.join(', ')}`)
    .default('sha256')
    .describe(`What notifications are signed with: ${SIGNATURE_ALGORITHMS.join(', ')}.`),
};

type HubVariables = z.infer<z.ZodObject<typeof HUB_VARIABLES>>;

const LeaseVariables = z.object({
  HUB_LEASE_MIN_SECONDS: z.number(),
  HUB_LEASE_DEFAULT_SECONDS: z.number(),
  HUB_LEASE_MAX_SECONDS: z.number(),
});

/** What is wrong with three lease bounds that are right one by one. */
export function findLeaseFault(variables: unknown): string | undefined {
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

/** The variables as the hub takes them. */
export function toHubSettings(variables: HubVariables, isRateLimited: boolean): HubSettings {
  return {
    lease: {
      default: variables.HUB_LEASE_DEFAULT_SECONDS,
      min: variables.HUB_LEASE_MIN_SECONDS,
      max: variables.HUB_LEASE_MAX_SECONDS,
    },
    retryDelays: variables.HUB_RETRY_DELAYS_SECONDS,
    concurrency: variables.HUB_CONCURRENCY,
    concurrencyPerHost: variables.HUB_CONCURRENCY_PER_HOST,
    callbackPorts: variables.HUB_CALLBACK_PORTS,
    timeout: variables.HUB_TIMEOUT_SECONDS,
    maxSubscriptions: variables.HUB_MAX_SUBSCRIPTIONS,
    maxSubscriptionsPerHost: variables.HUB_MAX_SUBSCRIPTIONS_PER_HOST,
    allowedCidrs: variables.HUB_ALLOW_CALLBACK_CIDRS ?? [],
    signatureAlgorithm: variables.HUB_SIGNATURE_ALGORITHM,
    isRateLimited,
  };
}
