import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { CA_FILE, readCertificate } from '../../../fixtures/tls/certificates.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { REPOSITORY } from '../../../support/run-script.ts';
import { freePort } from '../../../support/service.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const SCRIPT = join(REPOSITORY, 'site/public/examples/subscriber.js');
const TLS = join(REPOSITORY, 'tests/fixtures/tls/subscriber');
const CHANGED = '{"reviews":"„neu“ 😀"}';

type Fields = Readonly<Record<string, string>>;

/** A topic and its hub over TLS. The hub sends nothing by itself: the test does that. */
async function startFakeHub(t: TestContext) {
  const port = await freePort();
  const received = new EventEmitter<{ form: [] }>();
  const forms: Fields[] = [];
  const topic = { content: 'as it was' };
  const server = createServer(readCertificate('subscriber'), async (asked, response) => {
    if (asked.url === '/hub') {
      forms.push(Object.fromEntries(new URLSearchParams(await text(asked))));
      response.writeHead(202).end();
      received.emit('form');
    } else {
      const links = '</hub>; rel="hub", </topic.json>; rel="self"';
      response.setHeader('Link', links).end(topic.content);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => {
    server.close();
    server.closeAllConnections();
  });
  /** Resolves to the next request, or to one that no test has read yet. */
  const nextForm = async () => {
    if (forms.length === 0) await once(received, 'form');
    return forms.shift() ?? {};
  };
  const change = (content: string) => {
    topic.content = content;
  };
  return { topic: `https://127.0.0.1:${port}/topic.json`, nextForm, change };
}

/** Starts the example as a process, over TLS, and speaks to its callback as a hub does. */
async function startSubscriber(
  t: TestContext,
  topic: string,
  args: readonly string[] = [],
  nodeArgs: readonly string[] = [],
) {
  const file = join(createFolder(t), 'copy');
  const callback = `https://127.0.0.1:${await freePort()}/push/2f6c?of=me`;
  const child = spawn(process.execPath, [...nodeArgs, SCRIPT, ...args], {
    env: {
      TOPIC: topic,
      CALLBACK_URL: callback,
      FILE: file,
      PORT: new URL(callback).port,
      TLS_CERT: `${TLS}.pem`,
      TLS_KEY: `${TLS}.key`,
      NODE_EXTRA_CA_CERTS: CA_FILE,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  const dispatcher = new Agent({ connect: { ca: readFileSync(CA_FILE) } });
  atEnd(t, async () => {
    child.kill();
    await Promise.all([exited, dispatcher.destroy()]);
  });
  return {
    callback,
    exited,
    /** The answer to a verification: its status and text. */
    verify: async (fields: Fields, url = callback) => {
      const answer = await request(`${url}&${new URLSearchParams(fields)}`, { dispatcher });
      return [answer.statusCode, await answer.body.text()];
    },
    /** The status of the answer to a notification. */
    notify: async (body: string | Buffer, signature?: string) => {
      const headers = signature === undefined ? {} : { 'X-Hub-Signature': signature };
      const answer = await request(callback, { method: 'POST', headers, body, dispatcher });
      await answer.body.dump();
      return answer.statusCode;
    },
    readCopy: () => readFileSync(file, 'utf8'),
    holds: (content: string) => {
      return waitUntil('the copy is right', () => readFileSync(file, 'utf8') === content);
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    hasLogged: (line: string) => waitUntil(`the log says ${line}`, () => printed.includes(line)),
  };
}

/** What gives a process a clock that stands still, and goes on by this at each SIGUSR2. */
function movedBy(ms: number): string[] {
  const clock = `import { mock } from 'node:test';
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    let times = 0;
    process.on('SIGUSR2', () => {
      mock.timers.tick(${ms});
      console.log('it is later:', ++times);
    });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(clock)}`];
}

/** The header of a notification that is signed with a secret. */
const sign = (body: string, secret: string, method = 'sha256') =>
  `${method}=${createHmac(method, secret).update(body).digest('hex')}`;

const verificationOf = (topic: string, mode = 'subscribe', leaseSeconds = '864000') => ({
  'hub.mode': mode,
  'hub.topic': topic,
  'hub.challenge': 'abc-123',
  'hub.lease_seconds': leaseSeconds,
});

/** An example that is subscribed, for a while. */
async function subscribe(t: TestContext, leaseSeconds?: string, nodeArgs?: readonly string[]) {
  const hub = await startFakeHub(t);
  const subscriber = await startSubscriber(t, hub.topic, [], nodeArgs);
  const form = await hub.nextForm();
  const verification = verificationOf(hub.topic, 'subscribe', leaseSeconds);
  assert.deepEqual(await subscriber.verify(verification), [200, 'abc-123']);
  return { hub, subscriber, form, verification, secret: form['hub.secret'] ?? '' };
}

test('it asks the hub that the topic names, and agrees to nothing but that, as often as it is asked', async (t) => {
  const hub = await startFakeHub(t);
  const { callback, verify } = await startSubscriber(t, hub.topic);
  const form = await hub.nextForm();
  assert.deepEqual(form, {
    'hub.mode': 'subscribe',
    'hub.topic': hub.topic,
    'hub.callback': callback,
    'hub.secret': form['hub.secret'],
    'hub.lease_seconds': '864000',
  });
  assert.match(form['hub.secret'] ?? '', /^[0-9a-f]{64}$/);

  const verification = verificationOf(hub.topic);
  for (const [fields, url] of [
    [verificationOf(hub.topic, 'unsubscribe')],
    [verificationOf(`${hub.topic}?`)],
    [{ 'hub.challenge': 'abc' }],
    [verification, callback.replace('/push/', '/other/')],
  ] as const) {
    assert.deepEqual(await verify(fields, url), [404, '']);
  }
  // The answer may be lost, and the hub ask again.
  for (const _ of [1, 2]) assert.deepEqual(await verify(verification), [200, 'abc-123']);
});

test('it fetches the topic after each verification: what changed before it is not sent', async (t) => {
  const { hub, subscriber, verification } = await subscribe(t);
  hub.change('changed before the hub knew');
  await subscriber.holds('changed before the hub knew');
  await subscriber.verify(verification);
  hub.change('changed while it was out of reach');
  await subscriber.holds('changed while it was out of reach');
});

test('it holds the topic as it was, and then what the hub sends and has signed', async (t) => {
  const { subscriber, secret } = await subscribe(t);
  const forged = [undefined, sign(CHANGED, 'a guess'), sign(`${CHANGED} `, secret)];
  forged.push(sign(CHANGED, secret, 'sha1'), 'sha256=', 'sha256', `sha256=${'zz'.repeat(32)}`);
  for (const signature of forged) assert.equal(await subscriber.notify(CHANGED, signature), 204);
  assert.equal(subscriber.readCopy(), 'as it was');

  assert.equal(await subscriber.notify(CHANGED, sign(CHANGED, secret)), 204);
  assert.equal(subscriber.readCopy(), CHANGED);
  assert.equal(await subscriber.notify('', sign('', secret, 'sha512')), 204);
  assert.equal(subscriber.readCopy(), '');
});

test('it takes no body beyond its limit', async (t) => {
  const { subscriber, secret } = await subscribe(t);
  const tooLarge = Buffer.alloc(64 * 1024 * 1024 + 1);
  // The connection may end before the answer is read.
  assert.notEqual(await subscriber.notify(tooLarge).catch(() => undefined), 204);
  await subscriber.hasLogged('more than 67108864 bytes');
  assert.equal(await subscriber.notify(CHANGED, sign(CHANGED, secret)), 204);
});

test('it renews when 80 % of the lease are over', async (t) => {
  const { hub, subscriber, form, verification } = await subscribe(t, '1000', movedBy(80_000));
  const renewed = hub.nextForm();
  for (let tenth = 1; tenth < 10; tenth++) {
    subscriber.signal('SIGUSR2');
    await subscriber.hasLogged(`it is later: ${tenth}`);
  }
  assert.equal(await Promise.race([renewed, elapse(200)]), undefined);
  subscriber.signal('SIGUSR2');
  assert.deepEqual(await renewed, form);
  assert.deepEqual(await subscriber.verify(verification), [200, 'abc-123']);
});

test('--unsubscribe asks, agrees as often as it is asked, and ends when the hub asks no more', async (t) => {
  const hub = await startFakeHub(t);
  const subscriber = await startSubscriber(t, hub.topic, ['--unsubscribe'], movedBy(250_000));
  assert.equal((await hub.nextForm())['hub.mode'], 'unsubscribe');
  assert.throws(subscriber.readCopy, /ENOENT/);
  const verification = verificationOf(hub.topic, 'unsubscribe');
  for (const _ of [1, 2]) {
    assert.deepEqual(await subscriber.verify(verification), [200, 'abc-123']);
  }
  subscriber.signal('SIGUSR2');
  assert.deepEqual(await subscriber.exited, [0, null]);
});
