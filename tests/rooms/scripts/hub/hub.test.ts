import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHub } from '../../../../scripts/hub/hub.ts';
import { parseHubCommand } from '../../../../scripts/hub/options.ts';
import { isUsageError } from '../../../../scripts/usage-error.ts';
import { StoreUnavailableError } from '../../../../sidecar/hub/store/hub-store.ts';
import {
  BASE_URL,
  CALLBACK,
  createFakeStore,
  createFakeWorld,
  DAY_MS,
  NOW,
  subscription,
} from './world.ts';

const SECRET = 'never to be shown';
const JSON_TOPIC = `${BASE_URL}/api/feed.json`;

/** Runs a command on a callback with two subscriptions and another with one. */
async function run(...args: readonly string[]) {
  const fake = createFakeStore({
    subscriptions: [
      subscription({ secret: SECRET, acknowledgedAt: NOW, failures: 2, attempts: 1 }),
      subscription({ topic: JSON_TOPIC, expiresAt: NOW - DAY_MS }),
      subscription({ callback: 'https://other.example/push', host: 'other.example' }),
    ],
    requests: [
      {
        mode: 'subscribe',
        topic: JSON_TOPIC,
        topicAsGiven: JSON_TOPIC,
        callback: 'https://new.example/push',
        host: 'new.example',
        secret: undefined,
        leaseSeconds: 60,
        requestedAt: NOW,
        attempts: 0,
        readyAt: NOW,
      },
    ],
  });
  const { world, printed, errors, opened } = createFakeWorld(fake.store);
  const status = await runHub(args, world);
  return { status, fake, opened, out: printed.join('\n'), error: errors.join('\n') };
}

test('show tells all in words, and never a secret', async () => {
  const { status, out, error } = await run('show', CALLBACK);

  assert.deepEqual([status, error], [0, '']);
  assert.equal(
    out,
    `${CALLBACK}

  /feed.xml
    Subscribed or renewed on 2026-11-11 12:00 UTC.
    The lease ends on 2026-11-21 12:00 UTC, in 24 hours.
    Notifications are signed: it gave a secret.
    It acknowledged a notification last on 2026-11-20 12:00 UTC.
    2 notifications in a row failed; the subscription ends with 3.
    The notification under way failed 1 time; it is tried again on 2026-11-20 12:00 UTC or later.

  /api/feed.json
    Subscribed or renewed on 2026-11-11 12:00 UTC.
    The lease ended on 2026-11-19 12:00 UTC; nothing is sent any more.
    Notifications are not signed: it gave no secret.
    It has acknowledged no notification yet.`,
  );
});

test('remove takes all subscriptions of a callback, and says which', async () => {
  const { status, out, fake } = await run('remove', CALLBACK);

  assert.equal(status, 0);
  assert.equal(
    out,
    'Removed the subscription to /feed.xml.\nRemoved the subscription to /api/feed.json.\nThe subscriber was not told, and may subscribe again.',
  );
  assert.deepEqual(
    fake.held().map(({ host }) => host),
    ['other.example'],
  );
});

for (const topic of ['/api/feed.json', JSON_TOPIC]) {
  test(`remove --topic ${topic} takes that subscription alone`, async () => {
    const { status, fake } = await run('remove', CALLBACK, '--topic', topic);

    assert.equal(status, 0);
    assert.deepEqual(
      fake.held().map((one) => one.topic),
      [`${BASE_URL}/feed.xml`, `${BASE_URL}/feed.xml`],
    );
  });
}

test('remove takes what has yet to be verified, too', async () => {
  const { status, out } = await run('remove', 'https://new.example/push');

  assert.equal(status, 0);
  assert.match(out, /^Removed 1 request that had yet to be verified\.\n/);
});

test('a callback that nobody knows is a failure, with the nearest that is known', async () => {
  for (const command of ['show', 'remove']) {
    const { status, out, error, fake } = await run(command, `${CALLBACK}x`);

    assert.deepEqual([status, out], [1, '']);
    assert.match(error, /has no subscription \(did you mean "https:\/\/me\.example\/push\/5b/);
    assert.equal(fake.held().length, 3);
  }
});

test('a topic that the callback is not subscribed to is a failure that names the others', async () => {
  const { status, error } = await run('remove', CALLBACK, '--topic', '/reviews.json');

  assert.equal(status, 1);
  assert.equal(
    error,
    `${CALLBACK} is not subscribed to /reviews.json, but to /feed.xml, /api/feed.json.`,
  );
});

test('the help is printed without a store; wrong usage points to it', async () => {
  const help = await run('--help');
  const wrong = await run('remvoe', CALLBACK);

  assert.deepEqual([help.status, help.opened], [0, []]);
  assert.match(help.out, /the subscriber is not told/);
  assert.match(help.out, /secrets too: keep it private/);
  assert.deepEqual([wrong.status, wrong.opened, wrong.out], [2, [], '']);
  assert.match(wrong.error, /did you mean "remove"\?.*\nnpm run hub -- --help tells more\./);
});

test('only import may make a store; each is closed', async () => {
  for (const args of [['list'], ['show', CALLBACK], ['remove', CALLBACK], ['export', '-']]) {
    const { opened, fake } = await run(...args);
    assert.deepEqual([opened, fake.isClosed()], [[false], true]);
  }
});

test('a store that is out of reach is told, without a stack', async () => {
  const { world, errors } = createFakeWorld(createFakeStore({}).store);
  const openStore = async () => {
    throw new StoreUnavailableError('The database does not answer.');
  };

  assert.equal(await runHub(['list'], { ...world, openStore }), 1);
  assert.deepEqual(errors, ['The database does not answer.']);
});

test('nothing, and --help anywhere, ask for the help', () => {
  for (const args of [[], ['--help'], ['-h'], ['remove', '--help']]) {
    assert.deepEqual(parseHubCommand(args), { name: 'help' });
  }
});

const WRONG: readonly (readonly [readonly string[], RegExp])[] = [
  [['lsit'], /no command "lsit" \(did you mean "list"\?\); there are list, show, remove, test,/],
  [['toString'], /no command "toString"/],
  [['show'], /show needs CALLBACK/],
  [['show', 'a', 'b'], /"b" is too much; show takes CALLBACK/],
  [['remove', 'a', '--json'], /--json does not go with remove/],
  [['list', '--jsn'], /--jsn/],
  [['remove', 'a', '--topic'], /--topic/],
];

for (const [args, message] of WRONG) {
  test(`[${args.join(' ')}] is wrong usage`, () => {
    assert.throws(
      () => parseHubCommand(args),
      (error) => isUsageError(error) && message.test(error.message),
    );
  });
}
