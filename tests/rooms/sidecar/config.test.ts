import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Config,
  ConfigError,
  ConfigSchema,
  contentFolder,
  publicOrigin,
  readConfig,
} from '../../../sidecar/config.ts';

/** What the configuration says of an environment that it refuses. */
function refusalOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  assert.fail('the environment is refused');
}

const DEFAULTS: Config = {
  port: 8787,
  host: '127.0.0.1',
  baseUrl: undefined,
  contentDir: 'content',
  outDir: 'dist',
  stateDir: '.testimony',
  databaseUrl: undefined,
  watch: 'content',
  trustProxy: false,
  rateLimitPerMinute: 600,
  hub: {
    lease: { default: 864_000, min: 60, max: 2_592_000 },
    retryDelays: [10, 60],
    concurrency: 20,
    concurrencyPerHost: 2,
    callbackPorts: [
      { first: 443, last: 443 },
      { first: 1024, last: 65_535 },
    ],
    timeout: 15,
    maxSubscriptions: 100_000,
    maxSubscriptionsPerHost: 100,
    allowedCidrs: [],
    signatureAlgorithm: 'sha256',
    isRateLimited: true,
  },
  mcp: { sessionSecret: undefined, allowedOrigins: [] },
  pageMemoryBytes: 64_000_000,
  maxConnections: undefined,
  hsts: undefined,
  logLevel: 'info',
};

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

test('every variable has a default', () => assert.deepEqual(readConfig({}), DEFAULTS));

test('an empty variable is as good as none', () => {
  for (const value of ['', ' ', '\t']) {
    const names = Object.keys(ConfigSchema.shape);
    assert.ok(names.length > 20);
    const environment = Object.fromEntries(names.map((name) => [name, value]));
    assert.deepEqual(readConfig(environment), DEFAULTS);
  }
});

test('variables of others are left alone', () => {
  assert.deepEqual(readConfig({ PATH: '/bin', HTTP_PROXY: 'x', toString: 'y' }), DEFAULTS);
});

/** Values that are read, with what they mean. */
const READ: readonly (readonly [name: string, value: string, key: keyof Config, means: unknown])[] =
  [
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    ['HOST', '::1', 'host', '::1'],
    ['BASE_URL', 'http://reviews.example', 'baseUrl', 'http://reviews.example'],
    ['BASE_URL', 'http://reviews.example/', 'baseUrl', 'http://reviews.example'],
    ['BASE_URL', 'HTTP://Reviews.Example:80', 'baseUrl', 'http://reviews.example'],
    ['BASE_URL', 'http://localhost:8787', 'baseUrl', 'http://localhost:8787'],
    ['BASE_URL', 'http://[::1]:8787', 'baseUrl', 'http://[::1]:8787'],
    ['CONTENT_DIR', '/srv/reviews', 'contentDir', '/srv/reviews'],
    ['OUT_DIR', 'public', 'outDir', 'public'],
    ['STATE_DIR', '/var/lib/testimony', 'stateDir', '/var/lib/testimony'],
    ['TRUST_PROXY', 'off', 'trustProxy', false],
    ['TRUST_PROXY', '0', 'trustProxy', false],
    ['TRUST_PROXY', '00', 'trustProxy', false],
    ['TRUST_PROXY', '2', 'trustProxy', 2],
    ['TRUST_PROXY', 'loopback', 'trustProxy', ['loopback']],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', 'trustProxy', ['10.0.0.0/8', '::1']],
    ['TRUST_PROXY', 'fd00::/8,192.0.2.7', 'trustProxy', ['fd00::/8', '192.0.2.7']],
    [
      'DATABASE_URL',
      'postgres://me:pw@db:5432/reviews',
      'databaseUrl',
      'postgres://me:pw@db:5432/reviews',
    ],
    [
      'DATABASE_URL',
      'postgresql:///reviews?host=/run',
      'databaseUrl',
      'postgresql:///reviews?host=/run',
    ],
    ['RATE_LIMIT_PER_MINUTE', '1000000', 'rateLimitPerMinute', 1_000_000],
    ['PAGE_MEMORY_MB', '0', 'pageMemoryBytes', 0],
    ['PAGE_MEMORY_MB', '65536', 'pageMemoryBytes', 65_536_000_000],
    ['MAX_CONNECTIONS', '1', 'maxConnections', 1],
    ['MAX_CONNECTIONS', '1000000', 'maxConnections', 1_000_000],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ];

for (const [name, value, key, means] of READ) {
  test(`${name}=${value} is ${JSON.stringify(means)}`, () => {
    assert.deepEqual(readConfig({ [name]: value }), { ...DEFAULTS, [key]: means });
  });
}

const HTTPS = 'https://reviews.example';

for (const [said, sent] of [
  [undefined, 'max-age=31536000'],
  ['off', undefined],
  ['max-age=0', 'max-age=0'],
  [
    'Max-Age="63072000" ;includeSubDomains; preload;',
    'Max-Age="63072000"; includeSubDomains; preload',
  ],
] as const) {
  test(`HSTS=${said} sends ${sent}, and none where BASE_URL is not https`, () => {
    assert.equal(readConfig({ BASE_URL: HTTPS, HSTS: said }).hsts, sent);
    assert.equal(readConfig({ BASE_URL: 'http://reviews.example', HSTS: said }).hsts, undefined);
    assert.equal(readConfig({ HSTS: said }).hsts, undefined);
  });
}

test('RATE_LIMIT_PER_MINUTE=0 switches the limits of the hub off, too', () => {
  assert.deepEqual(readConfig({ RATE_LIMIT_PER_MINUTE: '0' }), {
    ...DEFAULTS,
    rateLimitPerMinute: 0,
    hub: { ...DEFAULTS.hub, isRateLimited: false },
  });
});

for (const value of [
  'mysql://me:geheim@db/reviews',
  'me:geheim@db/reviews',
  'postgres:geheim',
  'postgres://',
  'postgres://me:geheim@[db/reviews',
]) {
  test(`DATABASE_URL=${value} is refused without its password`, () => {
    const message = refusalOf({ DATABASE_URL: value });
    assert.match(
      message,
      /DATABASE_URL must be a URL that begins with postgres:\/\/ or postgresql/,
    );
    assert.doesNotMatch(message, /geheim/);
  });
}

/** Values that are refused, with what is said. */
const REFUSED: readonly (readonly [name: string, value: string, said: RegExp])[] = [
  ['PORT', '-1', /PORT must be a whole number \(got "-1"\)/],
  ['PORT', '65536', /PORT must be at most 65535 \(got "65536"\)/],
  ['PORT', '80.5', /PORT must be a whole number/],
  ['PORT', 'http', /PORT must be a whole number/],
  ['PORT', '0x50', /PORT must be a whole number/],
  ['PORT', '8e1', /PORT must be a whole number/],
  ['BASE_URL', 'reviews.example', /BASE_URL must be an http or https URL/],
  ['BASE_URL', 'http://', /BASE_URL must be an http or https URL/],
  ['BASE_URL', 'http://a b', /BASE_URL must be an http or https URL/],
  ['BASE_URL', 'ftp://reviews.example', /BASE_URL must be an http or https URL/],
  ['BASE_URL', 'https://reviews.example/path', /BASE_URL must be an origin without a path/],
  ['BASE_URL', 'https://reviews.example/?a=b', /BASE_URL must be an origin without a path/],
  ['BASE_URL', 'https://reviews.example/#a', /BASE_URL must be an origin without a path/],
  ['BASE_URL', 'https://me:secret@reviews.example', /BASE_URL must be an origin without a path/],
  ['TRUST_PROXY', 'on', /TRUST_PROXY must be off, a number of proxies, or addresses and CIDRs/],
  ['TRUST_PROXY', '-1', /TRUST_PROXY must be/],
  ['TRUST_PROXY', '10.0.0.0/33', /TRUST_PROXY must be/],
  ['TRUST_PROXY', '10.0.0.1,', /TRUST_PROXY must be/],
  ['RATE_LIMIT_PER_MINUTE', '-1', /RATE_LIMIT_PER_MINUTE must be a whole number/],
  ['RATE_LIMIT_PER_MINUTE', '1000001', /RATE_LIMIT_PER_MINUTE must be at most 1000000/],
  ['RATE_LIMIT_PER_MINUTE', 'Infinity', /RATE_LIMIT_PER_MINUTE must be a/],
  ['PAGE_MEMORY_MB', '-1', /PAGE_MEMORY_MB must be a whole number \(got "-1"\)/],
  ['PAGE_MEMORY_MB', '65537', /PAGE_MEMORY_MB must be at most 65536/],
  ['MAX_CONNECTIONS', '0', /MAX_CONNECTIONS must be at least 1 \(got "0"\)/],
  ['MAX_CONNECTIONS', 'many', /MAX_CONNECTIONS must be a whole number/],
  ['MAX_CONNECTIONS', '1000001', /MAX_CONNECTIONS must be at most 1000000/],
  ...[
    'on',
    'max-age',
    'max-age=',
    'max-age=-1',
    'max-age=1y',
    'max-age="1',
    'includeSubDomains',
    'max-age=1; max-age=1',
    'max-age=1; includeSubDomains; includesubdomains',
    'max-age=1; includeSubDomain',
    'max-age=1; includeSubDomains=1',
    'max-age=1, includeSubDomains',
  ].map((value) => ['HSTS', value, /HSTS must be off, or max-age=SECONDS/] as const),
  ['LOG_LEVEL', 'loud', /LOG_LEVEL .*fatal.*silent.*\(got "loud"\)/],
];

for (const [name, value, said] of REFUSED) {
  test(`${name}=${value} is refused, and why is said`, () => {
    assert.match(refusalOf({ [name]: value }), said);
  });
}

test('HSTS cannot bring another header with it', () => {
  const said = refusalOf({ BASE_URL: HTTPS, HSTS: 'max-age=1\r\nSet-Cookie: a=b' });
  assert.match(said, /HSTS must be off, or max-age=SECONDS/);
});

test('all errors are told together, a line each', () => {
  const message = refusalOf({
    PORT: 'x',
    BASE_URL: 'y',
    TRUST_PROXY: 'z',
    RATE_LIMIT_PER_MINUTE: '-1',
    LOG_LEVEL: 'loud',
  });
  const [head, ...lines] = message.split('\n');
  assert.equal(head, 'The environment cannot be used:');
  assert.deepEqual(
    lines.map((line) => line.trim().split(' ')[0]),
    ['PORT', 'BASE_URL', 'TRUST_PROXY', 'RATE_LIMIT_PER_MINUTE', 'LOG_LEVEL'],
  );
});

test('without BASE_URL the origin is this machine at the port that is listened on', () => {
  assert.equal(publicOrigin(DEFAULTS), 'http://localhost:8787');
  assert.equal(publicOrigin({ ...DEFAULTS, port: 0 }, 4321), 'http://localhost:4321');
  const baseUrl = 'https://reviews.example';
  assert.equal(publicOrigin({ ...DEFAULTS, baseUrl }, 4321), baseUrl);
});
