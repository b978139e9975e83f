import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SubscriptionState } from '#artifacts/hub-status.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import { ask } from '../../support/ask.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { BASE_URL } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { isPost, type Subscriber, startSubscriber } from '../../support/subscriber.ts';
import {
  ANNOUNCED,
  announced,
  HUB_URL,
  startHubService,
  TOPIC_PATHS,
  TOPICS,
} from '../../support/websub-hub.ts';

const contentDir = createContentFolder({ after }, SAMPLE_CONTENT);
const env = {
  HUB_MAX_SUBSCRIPTIONS: '500',
  HUB_MAX_SUBSCRIPTIONS_PER_HOST: '50',
  HUB_TIMEOUT_SECONDS: '3',
  STATE_DIR: createFolder({ after }),
};
const hub = await startHubService({ after }, { contentDir, env });
const { url, log } = hub.service;
let addresses = 1;

/**
 * Starts a subscriber on an address of its own. It behaves well again after its test and stays to the end
 * of the file, so that the hub need not find out that it is gone while other tests wait.
 */
async function start(test: Lifetime): Promise<Subscriber> {
  const address = `127.0.0.${++addresses}`;
  const subscriber = await startSubscriber({ after }, { address });
  atEnd(test, () => subscriber.behave(() => undefined));
  return subscriber;
}

/** Subscribes to all topics, each with a callback and a secret of its own. */
async function subscribeToAll({ callback }: Subscriber): Promise<void> {
  for (const path of TOPIC_PATHS) {
    const terms = { 'hub.topic': BASE_URL + path, 'hub.secret': `secret of ${path} ✓` };
    await hub.subscribe(callback(`${path}?a=%2F+`), terms);
  }
}

const sign = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

test('H14 §5.2, H15 §5.3, P6 §6, part 6: each request is verified by one GET; an edit reaches a subscriber of all topics, signed, as GET has it; then it unsubscribes', async (t) => {
  const subscriber = await start(t);
  await subscribeToAll(subscriber);
  const challenges = subscriber.received.map(({ url: sent, headers }, index) => {
    const own = `${TOPIC_PATHS[index]}?a=%2F+&`;
    assert.ok(sent.startsWith(own), sent);
    const fields = Object.fromEntries(new URLSearchParams(sent.slice(own.length)));
    const { 'hub.challenge': challenge, ...rest } = fields;
    const topic = { 'hub.topic': BASE_URL + TOPIC_PATHS[index] };
    assert.deepEqual(rest, {
      'hub.mode': 'subscribe',
      ...topic,
      'hub.lease_seconds': '864000',
    });
    assert.match(String(headers['user-agent']), /^\S+\/\S+ \(\+http.*hub\)$/);
    assert.match(challenge ?? '', /^[\w-]{43}$/);
    return challenge;
  });
  assert.equal(new Set(challenges).size, TOPIC_PATHS.length);

  await hub.announce('Elena Muñoz kept me informed: “größer” — 5/5 🙂 خدمة');
  await subscriber.waitFor(3, isPost);
  for (const path of TOPIC_PATHS) {
    const ofPath = subscriber.deliveries.filter((one) => one.url.startsWith(path));
    const [delivery, ...more] = ofPath;
    assert.ok(delivery && more.length === 0);
    const { body, headers } = await ask(url, path);
    assert.deepEqual(delivery.body, body);
    assert.equal(headers.etag, strongEtag(delivery.body));
    assert.equal(delivery.headers['content-type'], headers['content-type']);
    assert.equal(delivery.headers['content-encoding'], undefined);
    const links = `<${BASE_URL}${path}>; rel="self", <${HUB_URL}>; rel="hub"`;
    assert.equal(delivery.headers.link, links);
    assert.equal(delivery.headers['x-hub-signature'], sign(`secret of ${path} ✓`, body));
    assert.ok(delivery.body.includes('größer'));
  }

  const other = await start(t);
  await subscribeToAll(other);
  for (const path of TOPIC_PATHS) {
    const callback = subscriber.callback(`${path}?a=%2F+`);
    await hub.unsubscribe(callback, { 'hub.topic': BASE_URL + path });
  }
  await hub.announce('What only the other gets.');
  await hub.settled();
  assert.deepEqual([subscriber.deliveries.length, other.deliveries.length], [3, 3]);
  const { limits } = await hub.status();
  assert.deepEqual([limits.subscriptions, limits.subscriptionsPerHost], [500, 50]);
});

test('what changes no topic is silent: a touched file, the text of a pending review, the questions', async (t) => {
  const subscriber = await start(t);
  await subscribeToAll(subscriber);
  await hub.settled();
  const from = log.length;
  utimesSync(join(contentDir, 'business.yaml'), new Date(), new Date());
  const pending = { verification: '{ status: pending }' };
  saveFiles(contentDir, {
    ...sampleReview('pending-1', '2026-10-04', pending, 'Pendingword'),
    'faq.yaml':
      '- { id: fees, question: Fees?, answer: Fair., evidence: [review-c], dateModified: 2026-10-01 }\n',
  });
  const { changed } = await hub.service.logged(', published in', from);
  assert.deepEqual(changed, ['/insights.json']);
  // What was announced before would come before.
  await hub.announce('A change behind these.');
  await hub.settled();
  assert.equal(log.slice(from).filter(({ msg }) => msg === ANNOUNCED).length, TOPICS.length);
  assert.equal(subscriber.deliveries.length, TOPICS.length);
});

test('a takedown is announced: what comes then holds nothing of the review', async (t) => {
  const before = log.length;
  saveFiles(contentDir, sampleReview('to-remove', '2026-09-01', {}, 'Takedownword'));
  await announced(hub.service, before);
  assert.ok((await ask(url, '/feed.xml')).text.includes('Takedownword'));
  const subscriber = await start(t);
  await subscribeToAll(subscriber);
  const from = log.length;
  const { 'removed.yaml': removed = '' } = SAMPLE_CONTENT;
  const tombstone = '- { id: to-remove, dateRemoved: 2026-11-20, reason: spam }\n';
  saveFiles(contentDir, { 'removed.yaml': removed + tombstone });
  await announced(hub.service, from);
  await hub.settled();
  for (const path of TOPIC_PATHS) {
    const delivery = subscriber.deliveries.findLast((one) => one.url.startsWith(path));
    assert.ok(delivery && !delivery.body.includes('Takedownword'), path);
  }
});

test('the commands of the documentation subscribe by curl and show the status', async (t) => {
  if (spawnSync('curl', ['--version']).error) {
    t.skip('curl is not installed: the commands of the documentation are NOT tested');
    return;
  }
  const subscriber = await start(t);
  const page = readFileSync(join(REPOSITORY, 'site/docs/websub.md'), 'utf8');
  const blocks = page.split('```sh\n').map((part) => part.split('```')[0] ?? '');
  const run = async (beginning: string) => {
    const command = (blocks.find((block) => block.startsWith(beginning)) ?? assert.fail())
      .replaceAll('http://localhost:8787', BASE_URL)
      .replaceAll('localhost:8787', new URL(url).host)
      .replaceAll('https://subscriber.example.com/websub', subscriber.callback('/from-curl'));
    assert.ok(!command.includes('example.com'), command);
    const quiet = { env: { ...process.env, NO_PROXY: '*' } };
    return (await promisify(execFile)('sh', ['-ec', command], quiet)).stdout;
  };
  const stdout = await run('curl localhost:8787/api/websub/hub');
  assert.match(stdout, /^Accepted\./);
  assert.match(stdout, /^hub: http/m);
  await hub.verified();
  await hub.announce('For those who use curl.');
  const [delivery] = await subscriber.waitFor(1, isPost);
  const signature = sign('change-me', delivery?.body ?? Buffer.of());
  assert.equal(delivery?.headers['x-hub-signature'], signature);
  await hub.settled();
  const { state, delivery: last } = SubscriptionState.parse(JSON.parse(await run('curl -G ')));
  assert.deepEqual([state, last?.isUpToDate], ['active', true]);
  assert.ok(last?.acknowledgedAt);
});

test('a change while the service is down is announced at its start; a delivery in flight at a stop is made then', async (t) => {
  const slow = await start(t);
  const prompt = await start(t);
  await hub.subscribe(slow.callback(), { 'hub.topic': `${BASE_URL}/feed.xml` });
  await hub.subscribe(prompt.callback());
  slow.behave((one) => (isPost(one) ? 'hang' : undefined));
  await hub.announce('Slowly.');
  await Promise.all([slow, prompt].map((one) => one.waitFor(1, isPost)));
  assert.equal(await hub.service.stop(), 0);
  // Half of HUB_TIMEOUT_SECONDS.
  slow.behave(() => setTimeout(1500, undefined));
  // No feed has a telephone number: only reviews.json changes.
  saveFiles(contentDir, { 'business.yaml': `${BUSINESS}telephone: "+15125550142"\n` });
  const next = await startHubService(t, { contentDir, env });
  const [, again] = await slow.waitFor(2, isPost);
  assert.ok(again?.body.includes('Slowly.'));
  const [, missed] = await prompt.waitFor(2, isPost);
  assert.ok(missed?.body.includes('+15125550142'));
  await next.settled();
  assert.deepEqual(
    [slow, prompt].map(({ deliveries }) => deliveries.length),
    [2, 2],
    'an acknowledged version is not repeated',
  );
});
