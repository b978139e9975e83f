import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { strongEtag } from '#search/strong-etag.ts';
import { ask } from '../../support/ask.ts';
import { createContentFolder, createFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { BASE_URL } from '../../support/release.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { createStart, type Subscriber } from '../../support/subscriber.ts';
import {
  HUB_URL,
  startHubService,
  TOLD,
  TOPIC,
  TOPIC_PATHS,
  TOPICS,
  toldOf,
} from '../../support/websub-hub.ts';

const contentDir = createContentFolder({ after }, SAMPLE_CONTENT);
const env = { HUB_MAX_SUBSCRIPTIONS: '500', HUB_MAX_SUBSCRIPTIONS_PER_HOST: '50' };
const hub = await startHubService({ after }, { contentDir, env });
const { url, log } = hub.service;

const start = createStart({ after });
const isPost = ({ method }: { readonly method: string }) => method === 'POST';

/** Subscribes to all topics, each with a callback and a secret of its own. */
async function subscribeToAll({ callback }: Subscriber): Promise<void> {
  for (const [index, topic] of TOPICS.entries()) {
    await hub.subscribe(callback(TOPIC_PATHS[index]), {
      'hub.topic': topic,
      'hub.secret': `secret of ${TOPIC_PATHS[index]} ✓`,
    });
  }
}

// The second waits for seconds, in which the first is busy.
suite('edits and restarts', { concurrency: 2 }, () => {
  suite('a service that runs', { concurrency: 1 }, () => {
    test('P6 §6, part 6: an edit reaches a subscriber of all topics, signed, as GET has it; then it unsubscribes', async (t) => {
      const subscriber = await start(t);
      await subscribeToAll(subscriber);
      await hub.announce('Elena Muñoz kept me informed: “größer” — 5/5 🙂 خدمة');
      await subscriber.waitFor(3, isPost);
      for (const path of TOPIC_PATHS) {
        const [delivery, ...more] = subscriber.deliveries.filter((one) => one.url === path);
        assert.ok(delivery);
        assert.equal(more.length, 0);
        const { body, headers } = await ask(url, path);
        assert.deepEqual(delivery.body, body);
        assert.equal(headers.etag, strongEtag(delivery.body));
        assert.equal(delivery.headers['content-type'], headers['content-type']);
        assert.equal(delivery.headers['content-encoding'], undefined);
        assert.equal(
          delivery.headers.link,
          `<${HUB_URL}>; rel="hub", <${BASE_URL}${path}>; rel="self"`,
        );
        const hmac = createHmac('sha256', `secret of ${path} ✓`).update(delivery.body);
        assert.equal(delivery.headers['x-hub-signature'], `sha256=${hmac.digest('hex')}`);
        assert.ok(delivery.body.includes('größer'));
      }

      const other = await start(t);
      await subscribeToAll(other);
      for (const [index, topic] of TOPICS.entries()) {
        await hub.unsubscribe(subscriber.callback(TOPIC_PATHS[index]), { 'hub.topic': topic });
      }
      await hub.announce('What only the other hears.');
      await hub.settled();
      assert.deepEqual([subscriber.deliveries.length, other.deliveries.length], [3, 3]);
    });

    test('H14 §5.2, H15 §5.3: each request is verified by one GET, with a challenge of its own', async (t) => {
      const subscriber = await start(t);
      const callback = subscriber.callback('/x?a=%2F+&hub.mode=y');
      for (const seconds of ['3600', '7200']) {
        await hub.subscribe(callback, { 'hub.lease_seconds': seconds });
      }
      await hub.unsubscribe(callback);
      const own = '/x?a=%2F+&hub.mode=y&';
      const asked = subscriber.received.map(({ url: sent }) => {
        assert.ok(sent.startsWith(own), sent);
        return [...new URLSearchParams(sent.slice(own.length))];
      });
      assert.deepEqual(
        asked.map((fields) => fields.map(([name, value]) => (/lenge/.test(name) ? name : value))),
        [
          ['subscribe', TOPIC, 'hub.challenge', '3600'],
          ['subscribe', TOPIC, 'hub.challenge', '7200'],
          ['unsubscribe', TOPIC, 'hub.challenge', '864000'],
        ],
      );
      const challenges = asked.map((fields) => fields[2]?.[1] ?? '');
      assert.equal(new Set(challenges).size, 3);
      for (const challenge of challenges) assert.match(challenge, /^[\w-]{43}$/);
      const agent = String(subscriber.received[0]?.headers['user-agent']);
      assert.match(agent, /^\S+\/\S+ \(\+http.*hub\)$/);
    });

    test('the status counts as it goes, with the limits that are configured', async (t) => {
      const subscriber = await start(t);
      const release = Promise.withResolvers<undefined>();
      subscriber.behave(({ method }) => (method === 'POST' ? release.promise : undefined));
      const countOf = async () => {
        const { topics } = await hub.status();
        const found = topics.find(({ topic }) => topic === `${BASE_URL}/feed.xml`);
        assert.ok(found);
        return found;
      };
      const feed = { 'hub.topic': `${BASE_URL}/feed.xml` };
      const { subscriptions } = await countOf();
      await hub.subscribe(subscriber.callback(), feed);
      assert.equal((await countOf()).subscriptions.active, subscriptions.active + 1);
      const before = await countOf();
      await hub.announce('Counted.');
      await subscriber.waitFor(1, isPost);
      const during = await countOf();
      assert.ok(during.undelivered >= 1);
      assert.ok(String(during.lastPublished) > String(before.lastPublished));
      release.resolve(undefined);
      await hub.settled();
      assert.equal((await countOf()).undelivered, 0);
      const { limits, failureRule } = await hub.status();
      assert.deepEqual([limits.subscriptions, limits.subscriptionsPerHost], [500, 50]);
      assert.deepEqual([failureRule.failedNotifications, failureRule.attempts], [3, 3]);
    });

    test('what changes no topic is silent: a touched file, the text of a pending review, the questions', async (t) => {
      const subscriber = await start(t);
      await subscribeToAll(subscriber);
      await hub.settled();
      const from = log.length;
      utimesSync(join(contentDir, 'business.yaml'), new Date(), new Date());
      const pending = { verification: '{ status: pending }' };
      saveFiles(
        contentDir,
        sampleReview('pending-1', '2026-10-04', pending, 'Pendingword, but others'),
      );
      saveFiles(contentDir, {
        'faq.yaml':
          '- { id: fees, question: Fees?, answer: Fair., evidence: [review-c], dateModified: 2026-10-01 }\n',
      });
      const { changed } = await hub.service.logged('is published', from);
      assert.deepEqual(changed, ['/insights.json']);
      // What was announced before would be heard before.
      await hub.announce('A change behind these.');
      await hub.settled();
      assert.equal(log.slice(from).filter(({ msg }) => msg === TOLD).length, TOPICS.length);
      assert.equal(subscriber.deliveries.length, TOPICS.length);
    });

    test('a takedown is announced: what comes then holds nothing of the review', async (t) => {
      const before = log.length;
      saveFiles(contentDir, sampleReview('to-remove', '2026-09-01', {}, 'Takedownword'));
      await toldOf(hub.service, TOPICS, before);
      assert.ok((await ask(url, '/feed.xml')).text.includes('Takedownword'));
      const subscriber = await start(t);
      await subscribeToAll(subscriber);
      const from = log.length;
      const { 'removed.yaml': removed = '' } = SAMPLE_CONTENT;
      saveFiles(contentDir, {
        'removed.yaml': `${removed}- { id: to-remove, dateRemoved: 2026-11-20, reason: spam }\n`,
      });
      await toldOf(hub.service, TOPICS, from);
      await hub.settled();
      const last = TOPIC_PATHS.map((path) =>
        subscriber.deliveries.findLast((one) => one.url === path),
      );
      for (const delivery of last) {
        assert.ok(delivery);
        assert.ok(!delivery.body.includes('Takedownword'), delivery.url);
      }
    });

    test('the commands of the documentation subscribe by curl and show the status', async (t) => {
      if (spawnSync('curl', ['--version']).error) {
        t.skip('curl is not installed: the commands of the documentation are NOT tested');
        return;
      }
      const subscriber = await start(t);
      const page = readFileSync(join(REPOSITORY, 'site/docs/websub.md'), 'utf8');
      const [, block = ''] =
        /```sh\n(curl localhost:8787\/api\/websub\/hub[\s\S]*?)```/.exec(page) ?? [];
      const command = block
        .replaceAll('http://localhost:8787', BASE_URL)
        .replaceAll('localhost:8787', new URL(url).host)
        .replaceAll('https://subscriber.example/websub', subscriber.callback('/from-curl'));
      const { stdout } = await promisify(execFile)('sh', ['-ec', command], {
        env: { ...process.env, NO_PROXY: '*' },
      });
      assert.match(stdout, /^Accepted\./);
      assert.match(stdout, /^WebSub hub http/m);
      await hub.verified();
      await hub.announce('For whoever uses curl.');
      const [delivery] = await subscriber.waitFor(1, isPost);
      const hmac = createHmac('sha256', 'change-me').update(delivery?.body ?? '');
      assert.equal(delivery?.headers['x-hub-signature'], `sha256=${hmac.digest('hex')}`);
    });
  });

  test('a change while the service is down is told at its start; a delivery that a stop cut off, too', async (t) => {
    const subscriber = await start(t);
    const folder = createFolder(t);
    const content = createContentFolder(t, SAMPLE_CONTENT);
    const settings = {
      contentDir: content,
      env: { STATE_DIR: join(folder, 'state'), OUT_DIR: join(folder, 'dist') },
    };
    const first = await startHubService(t, settings);
    await first.subscribe(subscriber.callback());
    assert.equal(await first.service.stop(), 0);
    saveFiles(content, sampleReview('review-a', '2026-10-03', {}, 'Written while nobody served.'));
    const second = await startHubService(t, settings);
    const [missed] = await subscriber.waitFor(1, isPost);
    assert.ok(missed?.body.includes('Written while nobody served.'));
    await second.settled();

    subscriber.behave(({ method }) => (method === 'POST' ? 'hang' : undefined));
    await second.announce('Slowly.');
    await subscriber.waitFor(2, isPost);
    const startedAt = performance.now();
    assert.equal(await second.service.stop(), 0);
    assert.ok(performance.now() - startedAt < 12_000);
    subscriber.behave(() => undefined);
    const third = await startHubService(t, settings);
    const [, , again] = await subscriber.waitFor(3, isPost);
    assert.ok(again?.body.includes('Slowly.'));
    await third.settled();
    assert.equal(await third.active(), 1);
    assert.equal(subscriber.deliveries.length, 3, 'an acknowledged version is not repeated');
  });
});
