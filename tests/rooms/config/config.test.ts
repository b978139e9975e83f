import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  ConfigError,
  contentFolder,
  type Environment,
  findMisspelled,
  publicOrigin,
  readConfig,
  readEnvironment,
} from '../../../sidecar/config/config.ts';
import { createContentFolder } from '../../support/content-folder.ts';

/** What the configuration says of an environment that it refuses. */
function refusalOf(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  assert.fail('the environment is refused');
}

/** Those of the variables are in the documentation, which is compared with them. */
const DEFAULTS = readConfig({});

test('the content folder is the one that is named, else CONTENT_DIR, else content', () => {
  assert.equal(contentFolder('named', { CONTENT_DIR: 'given' }), 'named');
  assert.equal(contentFolder(undefined, { CONTENT_DIR: 'given' }), 'given');
  for (const CONTENT_DIR of [undefined, '', ' ']) {
    assert.equal(contentFolder(undefined, { CONTENT_DIR }), 'content');
  }
  for (const named of ['', ' ']) {
    assert.throws(() => contentFolder(named, { CONTENT_DIR: 'given' }), ConfigError);
  }
});

/** Values that are read, with what they mean. */
const READ: readonly (readonly [name: string, value: string, key: string, means: unknown])[] = [
  ['PORT', '0', 'port', 0],
  ['BASE_URL', 'http://reviews.example/', 'baseUrl', 'http://reviews.example'],
  ['BASE_URL', 'HTTP://Reviews.Example:80', 'baseUrl', 'http://reviews.example'],
  ['TRUST_PROXY', '0', 'trustProxy', false],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', 'fd00::/8,192.0.2.7', 'trustProxy', ['fd00::/8', '192.0.2.7']],
  ['PURGE_URL', 'https://purger.example/a?b', 'purgeUrl', 'https://purger.example/a?b'],
  ['PURGE_AUTHORIZATION', 'Bearer a b', 'purgeAuthorization', 'Bearer a b'],
  ['PAGE_MEMORY_MB', '65536', 'pageMemoryBytes', 65_536_000_000],
  ['HUB_RETRY_DELAYS_SECONDS', 'none', 'hub.retryDelays', []],
  ['HUB_RETRY_DELAYS_SECONDS', '0.05, 1.5 ,86400', 'hub.retryDelays', [0.05, 1.5, 86_400]],
  ['HUB_CALLBACK_PORTS', '1-65535', 'hub.callbackPorts', [{ first: 1, last: 65_535 }]],
  ['HUB_TIMEOUT_SECONDS', '0.5', 'hub.timeout', 0.5],
  ['HUB_ALLOW_CALLBACK_CIDRS', '10.0.0.0/8, ::/0', 'hub.allowedCidrs', ['10.0.0.0/8', '::/0']],
  [
    'MCP_ALLOWED_ORIGINS',
    ' https://a.example/ , *',
    'mcp.allowedOrigins',
    ['https://a.example', '*'],
  ],
  ['MCP_CHATGPT_TOOLS', 'true', 'mcp.hasChatGptTools', true],
  ['MCP_SESSION_SECRET', 'x'.repeat(32), 'mcp.sessionSecret', 'x'.repeat(32)],
];

/** The defaults but for one value, as `hub.timeout` or `port` names it. */
function defaultsBut(key: string, means: unknown): unknown {
  const [first = '', second] = key.split('.');
  if (second === undefined) return { ...DEFAULTS, [first]: means };
  const group = first === 'hub' ? DEFAULTS.hub : DEFAULTS.mcp;
  return { ...DEFAULTS, [first]: { ...group, [second]: means } };
}

test('each value is read as what it means, and changes nothing else', () => {
  for (const [name, value, key, means] of READ) {
    assert.deepEqual(readConfig({ [name]: value }), defaultsBut(key, means), `${name}=${value}`);
  }
});

const HTTPS = 'https://reviews.example';

test('HSTS is sent as it is given, and not at all where BASE_URL is not https', () => {
  const longest = 'max-age=63072000; includeSubDomains; preload';
  for (const [HSTS, sent] of [
    [undefined, 'max-age=31536000'],
    ['off', undefined],
    [longest, longest],
  ] as const) {
    assert.equal(readConfig({ BASE_URL: HTTPS, HSTS }).hsts, sent);
    assert.equal(readConfig({ BASE_URL: 'http://reviews.example', HSTS }).hsts, undefined);
    assert.equal(readConfig({ HSTS }).hsts, undefined);
  }
});

test('RATE_LIMIT_PER_MINUTE=0 switches the limits of the hub and of MCP off, too', () => {
  assert.ok(DEFAULTS.hub.isRateLimited);
  assert.deepEqual(readConfig({ RATE_LIMIT_PER_MINUTE: '0' }), {
    ...DEFAULTS,
    rateLimitPerMinute: 0,
    hub: { ...DEFAULTS.hub, isRateLimited: false, minInterval: 0 },
    mcp: { ...DEFAULTS.mcp, requestsPerMinute: 0 },
  });
});

test('an invalid secret, or an address that may contain one, is refused without their values', () => {
  for (const [name, value, message] of [
    ['DATABASE_URL', 'mysql://me:geheim@db/reviews', /must be a URL that begins/],
    ['DATABASE_URL', 'postgres:geheim', /must be a URL that begins/],
    ['DATABASE_URL', 'postgres://me:geheim@[db/reviews', /must be a URL that begins/],
    ['MCP_SESSION_SECRET', 'geheim'.repeat(6).slice(0, 31), /must have at least 32 characters/],
    ['PURGE_URL', 'https://geheim@purger.example/', /must not contain a user or password/],
    ['PURGE_AUTHORIZATION', 'Bearer geheim\n', /must be printable ASCII/],
  ] as const) {
    const said = refusalOf({ [name]: value });
    assert.match(said, message);
    assert.ok(said.includes(`  ${name} must`) && !said.includes('heim'), said);
  }
});

const DELAYS = /must be none, or at most 10 comma-separated numbers of seconds, each up to 86400/;
const PORTS =
  /must be comma-separated ports and ranges, such as 443,1024-65535, each from 1 to 65535/;
const CIDRS = /must be comma-separated CIDRs/;

/** Values that are refused, with what is said. */
const REFUSED: readonly (readonly [name: string, value: string, said: RegExp])[] = [
  ['PORT', '-1', /PORT must be a whole number \(got "-1"\)/],
  ['PORT', '65536', /PORT must be at most 65535 \(got "65536"\)/],
  ['BASE_URL', 'reviews.example', /BASE_URL must be an http or https URL/],
  ['BASE_URL', 'https://reviews.example/path', /BASE_URL must be an origin without a path/],
  ['BASE_URL', 'https://me:secret@reviews.example', /BASE_URL must be an origin without a path/],
  [
    'TRUST_PROXY',
    'on',
    /TRUST_PROXY must be off, a number of proxies, or comma-separated addresses and CIDRs/,
  ],
  ['MAX_CONNECTIONS', '0', /MAX_CONNECTIONS must be at least 1 \(got "0"\)/],
  ...['on', 'max-age=1; includeSubDomains; includesubdomains', 'max-age=1\r\nSet-Cookie: a=b'].map(
    (value) => ['HSTS', value, /HSTS must be off, or max-age=SECONDS/] as const,
  ),
  ['LOG_FORMAT', 'pretty', /LOG_FORMAT must be text or json \(got "pretty"\)/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL .*fatal.*silent.*\(got "loud"\)/],
  ['HUB_RETRY_DELAYS_SECONDS', '10,,60', DELAYS],
  ['HUB_RETRY_DELAYS_SECONDS', '1,1,1,1,1,1,1,1,1,1,1', DELAYS],
  ['HUB_CONCURRENCY', '0', /must be at least 1 /],
  ['HUB_CALLBACK_PORTS', '0', PORTS],
  ['HUB_CALLBACK_PORTS', '9000-8000', PORTS],
  ['HUB_TIMEOUT_SECONDS', '300.1', /must be at most 300/],
  ['HUB_MAX_SUBSCRIPTIONS_PER_HOST', '1.5', /must be a whole number/],
  ['HUB_ALLOW_CALLBACK_CIDRS', '10.0.0.0/33', CIDRS],
  ['HUB_SIGNATURE_ALGORITHM', 'md5', /must be one of sha1, sha256, sha384, sha512/],
  ...['https://app.example/path', 'https://app.example,', 'https://*.app.example'].map(
    (value) => ['MCP_ALLOWED_ORIGINS', value, /must be comma-separated origins/] as const,
  ),
];

test('a wrong value is refused with its name, what it must be and what it is', () => {
  for (const [name, value, said] of REFUSED) {
    const [, line = '', ...others] = refusalOf({ [name]: value }).split('\n');
    assert.match([line, ...others].join('\n'), said);
    assert.ok(line.startsWith(`  ${name} `), line);
    assert.ok(line.endsWith(`(got ${JSON.stringify(value)})`), line);
  }
});

test('all errors are reported together, a line each', () => {
  const [head, ...lines] = refusalOf({
    PORT: 'x',
    HUB_CONCURRENCY: '0',
    HUB_LEASE_MAX_SECONDS: '3600',
  }).split('\n');
  assert.equal(head, 'The environment cannot be used:');
  const names = lines.map((line) => line.trim().split(' ')[0]);
  assert.deepEqual(names, ['PORT', 'HUB_CONCURRENCY', 'HUB_LEASE_MIN_SECONDS,']);
});

test('without BASE_URL the origin is this machine at the port that is listened on', () => {
  assert.equal(publicOrigin(DEFAULTS), 'http://localhost:8787');
  assert.equal(publicOrigin({ ...DEFAULTS, port: 0 }, 4321), 'http://localhost:4321');
  const baseUrl = 'https://reviews.example';
  assert.equal(publicOrigin({ ...DEFAULTS, baseUrl }, 4321), baseUrl);
});

test('the lease bounds are reported with all three names where they do not fit together', () => {
  const linesOf = (environment: Environment) => refusalOf(environment).split('\n').slice(1);
  const said = (min: number, usual: number, max: number) =>
    `  HUB_LEASE_MIN_SECONDS, HUB_LEASE_DEFAULT_SECONDS and HUB_LEASE_MAX_SECONDS must be in ascending order (they are ${min}, ${usual} and ${max})`;
  const leaseOf = (min: string, usual: string, max: string) => ({
    HUB_LEASE_MIN_SECONDS: min,
    HUB_LEASE_DEFAULT_SECONDS: usual,
    HUB_LEASE_MAX_SECONDS: max,
  });
  assert.deepEqual(readConfig(leaseOf('7', '7', '7')).hub.lease, { default: 7, min: 7, max: 7 });
  assert.deepEqual(readConfig(leaseOf('1', '2', '3')).hub.lease, { default: 2, min: 1, max: 3 });
  assert.deepEqual(linesOf(leaseOf('2', '1', '3')), [said(2, 1, 3)]);
  assert.deepEqual(linesOf(leaseOf('1', '3', '2')), [said(1, 3, 2)]);
  // A default counts as much as what is given.
  assert.deepEqual(linesOf({ HUB_LEASE_MAX_SECONDS: '3600' }), [said(60, 864_000, 3600)]);
});

test('a name that is near to a variable is a misspelt one', () => {
  for (const [written, meant] of [
    ['BASEURL', 'BASE_URL'],
    ['BASE_URI', 'BASE_URL'],
    ['HUB_CONCURENCY', 'HUB_CONCURRENCY'],
    ['STATEDIR', 'STATE_DIR'],
    ['CONTNET_DIR', 'CONTENT_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['TRUST_PROXIES', undefined],
    ['MCP_SESION_SECRT', 'MCP_SESSION_SECRET'],
  ] as const) {
    const said = `${written} is not a variable of this service; did you mean ${meant}?`;
    assert.deepEqual(findMisspelled({ [written]: 'x' }), meant === undefined ? [] : [said]);
  }
});

/** Returns the environment as it is read in a folder with this .env. */
function withEnvFile(t: TestContext, bytes: Uint8Array): Environment {
  const start = process.cwd();
  process.chdir(createContentFolder(t, { '.env': bytes }));
  try {
    return readEnvironment();
  } finally {
    process.chdir(start);
  }
}

test('.env is read in UTF-8, with a byte order mark or without, and refused in UTF-16', (t) => {
  const line = '# PORT: 80, as always\r\nCONTENT_DIR=mine\r\n';
  for (const text of [line, `\ufeff${line}`]) {
    assert.equal(withEnvFile(t, Buffer.from(text)).CONTENT_DIR, 'mine');
  }
  const bytes = Buffer.concat([Buffer.from('PORT=8787\n'), Buffer.from(line, 'utf16le')]);
  assert.throws(() => withEnvFile(t, bytes), {
    name: 'ConfigError',
    message: /\.env is not in UTF-8; save it as UTF-8 in a text editor\./,
  });
});

test('a variable with a colon after it in .env would have no effect, and is refused', (t) => {
  assert.throws(() => withEnvFile(t, Buffer.from('PORT=8787\nCONTENT_DIR: mine\n')), {
    name: 'ConfigError',
    message: /\.env has a colon after CONTENT_DIR; write CONTENT_DIR=/,
  });
});
