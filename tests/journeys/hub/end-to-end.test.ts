import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ask } from '../../support/ask.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { BASE_URL } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { isPost, type Subscriber, startSubscriber } from '../../support/subscriber.ts';
import { startHubService, TOPIC_PATHS } from '../../support/websub-hub.ts';

const contentDir = createContentFolder({ after }, SAMPLE_CONTENT);
const env = { HUB_TIMEOUT_SECONDS: '3', STATE_DIR: createFolder({ after }) };
const hub = await startHubService({ after }, { contentDir, env });
const { url } = hub.service;
let addresses = 1;

/** Starts a subscriber on an address of its own, which stays to the end of the file. */
async function start(test: Lifetime): Promise<Subscriber> {
  const address = `127.0.0.${++addresses}`;
  const subscriber = await startSubscriber({ after }, { address });
  atEnd(test, () => subscriber.behave(() => undefined));
  return subscriber;
}

const sign = (secret: string, body: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

// What is in each request: tests/contract/requests/{hub,edits}.ts.
test('H15 §5.3, H19 §7, H20 §7, H21 §7, P6 §6, part 6 rules 1 to 3: each challenge is another; an edit reaches a subscriber of all topics as GET has it', async (t) => {
  const subscriber = await start(t);
  for (const path of TOPIC_PATHS) {
    const terms = { 'hub.topic': BASE_URL + path, 'hub.secret': `secret of ${path} ✓` };
    await hub.subscribe(subscriber.callback(path), terms);
  }
  const challenges = subscriber.verifications.map(({ url: sent }) => {
    return /hub\.challenge=([\w-]{43})(?:&|$)/.exec(sent)?.[1] ?? assert.fail(sent);
  });
  assert.equal(new Set(challenges).size, TOPIC_PATHS.length);
  await hub.announce('Elena Muñoz kept me informed: “größer” — 5/5 🙂 خدمة');
  const deliveries = await subscriber.waitFor(TOPIC_PATHS.length, isPost);
  for (const path of TOPIC_PATHS) {
    const { body } = await ask(url, path);
    const delivery = deliveries.find((one) => one.url === path);
    assert.deepEqual(delivery?.body, body);
    assert.equal(delivery.headers['x-hub-signature'], sign(`secret of ${path} ✓`, body));
  }
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
  // An acknowledged version is not repeated.
  assert.deepEqual([slow.deliveries.length, prompt.deliveries.length], [2, 2]);
});
