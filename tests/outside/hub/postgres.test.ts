import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { Client, types } from 'pg';
import { StoreUnavailableError, StoreUnusableError } from '../../../sidecar/hub/store/hub-store.ts';
import { openStore } from '../../../sidecar/hub/store/open-store.ts';
import { MAX_WAITING, openPostgres } from '../../../sidecar/hub/store/postgres-engine.ts';
import { testStore } from '../../rooms/hub/store/store-rules.ts';
import {
  claiming,
  intent,
  type MakePlace,
  NOW,
  open,
  TOPIC,
  UNLIMITED,
} from '../../rooms/hub/store/store-subject.ts';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { assertSurvivesOutage, OUTAGE_ENV } from '../../support/hub-fan-out.ts';
import { startPostgres } from '../../support/postgres.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { freePort, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { countWhereQuiet, readHubStatus, startHubService } from '../../support/websub-hub.ts';

const postgres = await startPostgres({ after });
const makePlace: MakePlace = async () => ({
  databaseUrl: await postgres.createDatabase(),
  file: '',
});

testStore('PostgreSQL', makePlace);

test('PostgreSQL goes by its own clock, and is for many', async (t) => {
  const store = await open(t, await makePlace(t), () => 123);
  const now = await store.now();
  assert.ok(Number.isSafeInteger(now));
  assert.ok(Math.abs(now - Date.now()) < 3_600_000);
  assert.equal(store.isExclusive, false);
});

async function openEngine(t: TestContext, url?: string) {
  const engine = openPostgres(url ?? (await postgres.createDatabase()));
  atEnd(t, () => engine.close());
  return engine;
}

/** The same database by another user, port or password. */
function changed(url: string, changes: { port?: string; username?: string; password?: string }) {
  return Object.assign(new URL(url), changes).href;
}

/** Everything that somebody may see of an error and of what caused it. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message} ${error.stack} ${JSON.stringify(error)} ${textOf(error.cause)}`;
}

const isUnavailableWithout = (secret: string) => (error: unknown) => {
  assert.ok(error instanceof StoreUnavailableError, textOf(error));
  assert.ok(!textOf(error).includes(secret));
  return true;
};

/** A client beside the store. */
async function connectTo(t: TestContext, url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  atEnd(t, () => client.end());
  return client;
}

test('whole numbers come as numbers, here alone', async (t) => {
  const engine = await openEngine(t);
  const sql = 'SELECT CAST($1 AS BIGINT) AS time, count(*) AS count, $2 AS text';
  assert.deepEqual(await engine.read(sql, NOW, '12'), [{ time: NOW, count: 1, text: '12' }]);
  assert.equal(types.getTypeParser(types.builtins.INT8)('12'), '12');
});

test('a server that is not there is told as such, without the password', async () => {
  const url = changed(postgres.url, { port: `${await freePort()}`, password: 'hunter2' });
  await assert.rejects(openStore({ databaseUrl: url, file: '' }), isUnavailableWithout('hunter2'));
});

test('a refused password is told without it', async () => {
  const url = changed(postgres.url, { password: 'hunter2' });
  await assert.rejects(openStore({ databaseUrl: url, file: '' }), isUnavailableWithout('hunter2'));
});

test('what is no URL is not shown', async () => {
  await assert.rejects(openStore({ databaseUrl: 'postgres://:hunter2@:x', file: '' }), (error) => {
    assert.ok(error instanceof StoreUnusableError);
    assert.ok(!textOf(error).includes('hunter2'));
    return true;
  });
});

test('the tables may belong to somebody else, and who may not make them is told', async (t) => {
  const url = await postgres.createDatabase();
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const role = `guest_${new URL(url).pathname.slice(-12)}`;
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
  try {
    const place = { databaseUrl: changed(url, { username: role, password: 'hunter2' }), file: '' };
    await assert.rejects(openStore(place), StoreUnusableError);
    const own = await open(t, { databaseUrl: url, file: '' });
    assert.equal(await own.accept(intent('a.test'), UNLIMITED, NOW), 'accepted');
    await admin.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    await admin.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    const store = await openStore(place);
    assert.equal(await store.accept(intent('b.test'), UNLIMITED, NOW), 'accepted');
    await store.close();
  } finally {
    await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await admin.end();
  }
});

test('a database of a newer version is named', async (t) => {
  const url = await postgres.createDatabase();
  const engine = await openEngine(t, url);
  await engine.transaction((run) => engine.writeVersion(run, 99));
  await assert.rejects(openStore({ databaseUrl: url, file: '' }), (error) => {
    assert.ok(error instanceof StoreUnusableError);
    assert.match(error.message, /newer version.*schema 99/);
    assert.ok(error.message.includes(engine.name));
    return true;
  });
});

test('work that fails leaves nothing behind, and the connection in order', async (t) => {
  const engine = await openEngine(t);
  await engine.transaction((run) => run('CREATE TABLE words (word TEXT UNIQUE)'));
  for (let round = 0; round < 8; round++) {
    await assert.rejects(
      engine.transaction(async (run) => {
        await run('INSERT INTO words VALUES ($1)', 'a');
        throw new TypeError('a bug');
      }),
      TypeError,
    );
    await assert.rejects(
      engine.transaction((run) => run('SELECT nonsense')),
      (error) => error instanceof Error && !(error instanceof StoreUnavailableError),
    );
  }
  assert.deepEqual(await engine.read('SELECT word FROM words'), []);
});

test('transactions that stand in each other’s way both succeed', async (t) => {
  const engine = await openEngine(t);
  await engine.transaction(async (run) => {
    await run('CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT)');
    await run(`INSERT INTO counters VALUES ('a', 0), ('b', 0)`);
  });
  const first = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const add = (order: readonly string[], own: 0 | 1, other: 0 | 1) =>
    engine.transaction(async (run) => {
      for (const name of order) {
        await run('UPDATE counters SET value = value + 1 WHERE name = $1', name);
        // Both hold one row when they ask for the other: a deadlock.
        first[own].resolve();
        await first[other].promise;
      }
    });
  await Promise.all([add(['a', 'b'], 0, 1), add(['b', 'a'], 1, 0)]);
  assert.deepEqual(await engine.read('SELECT value FROM counters ORDER BY name'), [
    { value: 2 },
    { value: 2 },
  ]);
});

test('more than may wait is refused, and there is room again after', async (t) => {
  const engine = await openEngine(t);
  const read = () => engine.read('SELECT 1 AS one');
  const answers = await Promise.allSettled(Array.from({ length: MAX_WAITING + 50 }, read));
  const refused = answers.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length > 0 && refused.length <= 50);
  for (const one of refused) {
    assert.ok(one.status === 'rejected' && one.reason instanceof StoreUnavailableError);
  }
  await read();
});

test('a connection that is cut off fails its work, and the next work gets a new one', async (t) => {
  const url = await postgres.createDatabase();
  const engine = await openEngine(t, url);
  const other = await connectTo(t, url);
  await assert.rejects(
    engine.transaction(async (run) => {
      const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'testimony' AND datname = current_database()`;
      await other.query(sql);
      await run('SELECT 1');
    }),
    StoreUnavailableError,
  );
  assert.deepEqual(await engine.read('SELECT 1 AS one'), [{ one: 1 }]);
});

/** Forwards to the server. When told to, it cuts the connection instead of the answer to COMMIT. */
async function startProxy(t: TestContext, url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = { url: '', losesCommits: false };
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port || 5432) });
    let isCommitting = false;
    client.on('data', (chunk) => {
      isCommitting = proxy.losesCommits && chunk.includes('COMMIT\0');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isCommitting) client.destroy();
      else client.write(chunk);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  proxy.url = Object.assign(new URL(url), { hostname: '127.0.0.1', port: `${address.port}` }).href;
  return proxy;
}

test('where the answer to a commit is lost, asking again does no harm', async (t) => {
  const proxy = await startProxy(t, await postgres.createDatabase());
  const store = await open(t, { databaseUrl: proxy.url, file: '' });
  const lose = async (work: () => Promise<unknown>) => {
    proxy.losesCommits = true;
    await assert.rejects(work(), StoreUnavailableError);
    proxy.losesCommits = false;
  };
  const publication = { topic: TOPIC, hash: 'a', ordinal: 1 };
  await lose(() => store.announce(publication, NOW));
  assert.equal(await store.announce(publication, NOW), 'unchanged');
  await lose(() => store.accept(intent('a.test'), UNLIMITED, NOW));
  assert.equal(await store.accept(intent('a.test'), UNLIMITED, NOW), 'accepted');
  const claimed = await store.claimVerifications(claiming());
  assert.equal(claimed.length, 1);
  const id = claimed[0]?.id ?? 0;
  await lose(() => store.confirm(id, NOW + 1, NOW));
  assert.equal(await store.confirm(id, NOW + 1, NOW), 'superseded');
  assert.equal((await store.listSubscriptions({})).length, 1);
});

test('a server that stops fails what is asked, and everything works when it is back', async (t) => {
  if (!postgres.isOurs) {
    t.skip('NOT TESTED: the server of DATABASE_URL is not ours to stop; run it without');
    return;
  }
  const place = { databaseUrl: await postgres.createDatabase(), file: '' };
  const store = await open(t, place);
  await store.accept(intent('a.test'), UNLIMITED, NOW);
  const engine = await openEngine(t, place.databaseUrl);
  const isAsleep = Promise.withResolvers<void>();
  const asleep = assert.rejects(
    engine.transaction(async (run) => {
      await run('SELECT 1');
      isAsleep.resolve();
      await run('SELECT pg_sleep(60)');
    }),
    StoreUnavailableError,
  );
  await isAsleep.promise;
  await postgres.stop();
  await asleep;
  const asked = [
    () => store.accept(intent('b.test'), UNLIMITED, NOW),
    () => store.now(),
    () => store.count(NOW),
    () => store.settle([{ id: 1, claim: '', outcome: 'removed' }]),
  ];
  for (const ask of asked) await assert.rejects(ask(), isUnavailableWithout('not-to-be-shown'));
  await postgres.start();
  await waitUntil('the server lets us in', () => store.now().then(Boolean, () => false));
  assert.equal(await store.accept(intent('b.test'), UNLIMITED, NOW), 'accepted');
  assert.equal((await store.exportAll()).requests.length, 2);
});

/** Starts a service whose store is away. Its hub works once the store is there. */
async function assertStartsWithout(
  t: TestContext,
  env: Readonly<Record<string, string>>,
  giveBack: () => Promise<void>,
) {
  const { url, logged } = await startService(t, { content: SAMPLE_CONTENT, env });
  await logged('the hub’s store: it is out of reach; it is tried again');
  for (const path of ['/feed.xml', '/healthz']) assert.equal((await ask(url, path)).status, 200);
  assert.equal(await countWhereQuiet(url), undefined);
  await giveBack();
  await logged('the hub’s store: works again');
  // The subscriptions are there.
  await waitUntil('the hub works', async () => {
    return (await readHubStatus(url))?.topics.some(({ subscriptions }) => subscriptions.active > 0);
  });
}

test('PostgreSQL that crashes in mid fan-out and comes back: nothing is lost or told twice', async (t) => {
  if (!postgres.isOurs) {
    t.skip('this PostgreSQL is not ours to stop');
    return;
  }
  const env = { ...OUTAGE_ENV, DATABASE_URL: await postgres.createDatabase() };
  const hub = await startHubService(t, { env });
  const code = 'HUB_STORE_UNAVAILABLE';
  await assertSurvivesOutage(t, hub, { begin: postgres.stop, end: postgres.start, code });
  assert.equal(await hub.service.stop(), 0);
  await postgres.stop();
  await assertStartsWithout(t, env, postgres.start);
});
