import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../../../sidecar/config.ts';
import type { HubSettings } from '../../../sidecar/hub/hub-settings.ts';

const DEFAULTS: HubSettings = readConfig({}).hub;

const hubOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).hub;

/** What is said, a line for each error, of an environment that is refused. */
function refusalOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message.split('\n').slice(1);
  }
  assert.fail('the environment is refused');
}

/** Values that are read, with what they mean. */
const READ: readonly (readonly [string, string, keyof HubSettings, unknown])[] = [
  ['RETRY_DELAYS_SECONDS', 'none', 'retryDelays', []],
  ['RETRY_DELAYS_SECONDS', '0', 'retryDelays', [0]],
  ['RETRY_DELAYS_SECONDS', '0.05, 1.5 ,86400', 'retryDelays', [0.05, 1.5, 86_400]],
  ['RETRY_DELAYS_SECONDS', '1,1,1,1,1,1,1,1,1,1', 'retryDelays', Array(10).fill(1)],
  ['CONCURRENCY', '1', 'concurrency', 1],
  ['CONCURRENCY', '1000', 'concurrency', 1000],
  ['CONCURRENCY_PER_HOST', '1', 'concurrencyPerHost', 1],
  ['CALLBACK_PORTS', '443', 'callbackPorts', [{ first: 443, last: 443 }]],
  ['CALLBACK_PORTS', '1-65535', 'callbackPorts', [{ first: 1, last: 65_535 }]],
  [
    'CALLBACK_PORTS',
    ' 8443 , 9000-9000 ',
    'callbackPorts',
    [
      { first: 8443, last: 8443 },
      { first: 9000, last: 9000 },
    ],
  ],
  ['TIMEOUT_SECONDS', '0.5', 'timeout', 0.5],
  ['TIMEOUT_SECONDS', '300', 'timeout', 300],
  ['MAX_SUBSCRIPTIONS', '0', 'maxSubscriptions', 0],
  ['MAX_SUBSCRIPTIONS', '5', 'maxSubscriptions', 5],
  ['MAX_SUBSCRIPTIONS_PER_HOST', '0', 'maxSubscriptionsPerHost', 0],
  ['ALLOW_CALLBACK_CIDRS', '127.0.0.0/8', 'allowedCidrs', ['127.0.0.0/8']],
  ['ALLOW_CALLBACK_CIDRS', '10.0.0.0/8, ::1/128', 'allowedCidrs', ['10.0.0.0/8', '::1/128']],
  ['SIGNATURE_ALGORITHM', 'sha1', 'signatureAlgorithm', 'sha1'],
  ['SIGNATURE_ALGORITHM', 'sha512', 'signatureAlgorithm', 'sha512'],
];

for (const [name, value, key, means] of READ) {
  test(`HUB_${name}=${value} is ${JSON.stringify(means)}`, () => {
    assert.deepEqual(hubOf({ [`HUB_${name}`]: value }), { ...DEFAULTS, [key]: means });
  });
}

const DELAYS = /must be none, or 10 numbers of seconds at most with commas, each up to 86400/;
const PORTS = /must be ports and ranges with commas, such as 443,1024-65535, each from 1 to 65535/;
const CIDRS = /must be CIDRs with commas/;

/** Values that are refused, with what is said. */
const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['LEASE_MIN_SECONDS', '0', /must be at least 1 /],
  ['LEASE_MIN_SECONDS', '-1', /must be a whole number/],
  ['LEASE_MAX_SECONDS', '315360001', /must be at most 315360000/],
  ['LEASE_DEFAULT_SECONDS', '1.5', /must be a whole number/],
  ['RETRY_DELAYS_SECONDS', '10,,60', DELAYS],
  ['RETRY_DELAYS_SECONDS', '10,', DELAYS],
  ['RETRY_DELAYS_SECONDS', '-1', DELAYS],
  ['RETRY_DELAYS_SECONDS', '1e3', DELAYS],
  ['RETRY_DELAYS_SECONDS', '86401', DELAYS],
  ['RETRY_DELAYS_SECONDS', 'none,10', DELAYS],
  ['RETRY_DELAYS_SECONDS', '1,1,1,1,1,1,1,1,1,1,1', DELAYS],
  ['CONCURRENCY', '0', /must be at least 1 /],
  ['CONCURRENCY', '1001', /must be at most 1000/],
  ['CONCURRENCY_PER_HOST', '0', /must be at least 1 /],
  ['CALLBACK_PORTS', '0', PORTS],
  ['CALLBACK_PORTS', '65536', PORTS],
  ['CALLBACK_PORTS', '9000-8000', PORTS],
  ['CALLBACK_PORTS', '443,', PORTS],
  ['CALLBACK_PORTS', '443-', PORTS],
  ['CALLBACK_PORTS', '-443', PORTS],
  ['CALLBACK_PORTS', 'https', PORTS],
  ['TIMEOUT_SECONDS', '0', /must be more than 0/],
  ['TIMEOUT_SECONDS', '0.0', /must be more than 0/],
  ['TIMEOUT_SECONDS', '300.1', /must be at most 300/],
  ['TIMEOUT_SECONDS', '-1', /must be a number of seconds/],
  ['MAX_SUBSCRIPTIONS', '-1', /must be a whole number/],
  ['MAX_SUBSCRIPTIONS_PER_HOST', '1.5', /must be a whole number/],
  ['ALLOW_CALLBACK_CIDRS', '10.0.0.1', CIDRS],
  ['ALLOW_CALLBACK_CIDRS', '10.0.0.0/33', CIDRS],
  ['ALLOW_CALLBACK_CIDRS', 'loopback', CIDRS],
  ['ALLOW_CALLBACK_CIDRS', '10.0.0.0/8,', CIDRS],
  ['SIGNATURE_ALGORITHM', 'md5', /must be one of sha1, sha256, sha384, sha512/],
];

for (const [suffix, value, said] of REFUSED) {
  test(`HUB_${suffix}=${value} is refused, and why is said`, () => {
    const name = `HUB_${suffix}`;
    const lines = refusalOf({ [name]: value });
    assert.match(lines.join('\n'), said);
    assert.ok(lines[0]?.startsWith(`  ${name} `));
    assert.ok(lines[0]?.endsWith(`(got ${JSON.stringify(value)})`));
  });
}

test('the lease bounds are told with all three names where they do not fit together', () => {
  const said = (min: number, usual: number, max: number) =>
    `  HUB_LEASE_MIN_SECONDS, HUB_LEASE_DEFAULT_SECONDS and HUB_LEASE_MAX_SECONDS must not descend (they are ${min}, ${usual} and ${max})`;
  const leaseOf = (min: string, usual: string, max: string) => ({
    HUB_LEASE_MIN_SECONDS: min,
    HUB_LEASE_DEFAULT_SECONDS: usual,
    HUB_LEASE_MAX_SECONDS: max,
  });
  assert.deepEqual(hubOf(leaseOf('7', '7', '7')).lease, { default: 7, min: 7, max: 7 });
  assert.deepEqual(hubOf(leaseOf('1', '2', '3')).lease, { default: 2, min: 1, max: 3 });
  assert.deepEqual(refusalOf(leaseOf('2', '1', '3')), [said(2, 1, 3)]);
  assert.deepEqual(refusalOf(leaseOf('1', '3', '2')), [said(1, 3, 2)]);
  // A default counts as much as what is given.
  assert.deepEqual(refusalOf({ HUB_LEASE_MAX_SECONDS: '3600' }), [said(60, 864_000, 3600)]);
});

test('lease bounds that do not fit are told together with all other errors', () => {
  const lines = refusalOf({ HUB_LEASE_MAX_SECONDS: '3600', PORT: 'x', HUB_CONCURRENCY: '0' });
  assert.deepEqual(
    lines.map((line) => line.trim().split(' ')[0]),
    ['PORT', 'HUB_CONCURRENCY', 'HUB_LEASE_MIN_SECONDS,'],
  );
});
