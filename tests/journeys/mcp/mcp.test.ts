import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSession } from '../../rooms/mcp/open-session.ts';
import { ask } from '../../support/ask.ts';
import { createContentFolder, createFolder, saveFiles } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import {
  listen,
  openSessionStream,
  resultOf,
  STATELESS_VERSION,
} from '../../support/mcp-client.ts';
import { BASE_URL } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { freePort, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { connectSdk, type SdkMode } from './sdk-client.ts';

// One service, in the order of its life: it is asked, edited, ended and started again.
const content = createContentFolder({ after }, SAMPLE_CONTENT);
const env = {
  STATE_DIR: join(createFolder({ after }), 'state'),
  PORT: String(await freePort()),
};
const service = await startService({ after }, { content, env });
const { url } = service;

const REVIEWS = `${BASE_URL}/reviews.json`;
const recordOf = (id: string) => `${BASE_URL}/reviews/${id}.json`;

/** Questions for every tool, with what is known of the answer. */
const CALLS: readonly (readonly [name: string, given: Record<string, unknown>, part: RegExp])[] = [
  ['get_business', {}, /Harbor Law/],
  ['search_reviews', { response_format: 'detailed' }, /"reviewBody":/],
  ['get_review', { id: 'review-b' }, /Straße <\/script>/],
  ['get_insights', { section: 'entities' }, /Elena Muñoz/],
  ['get_review_stats', { group_by: 'technician' }, /Elena Muñoz/],
];

const CLIENTS: Readonly<Record<string, SdkMode>> = {
  'older SDK': 'older',
  'newer SDK without negotiation': 'legacy',
  'newer SDK with negotiation': 'auto',
  'newer SDK that takes the newest revision only': { pin: STATELESS_VERSION },
};

for (const [index, [name, mode]] of Object.entries(CLIENTS).entries()) {
  test(`the client of the ${name} can use all that there is`, async (t) => {
    const { client, version, sessionId, callTool, readText } = await connectSdk(url, mode);
    atEnd(t, () => client.close());
    const isModern = index > 1;
    assert.equal(version, isModern ? STATELESS_VERSION : '2025-11-25');
    assert.match(client.getInstructions() ?? '', /Harbor Law/);
    assert.equal(sessionId === undefined, isModern);

    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).join(), CALLS.map(([tool]) => tool).join());
    // The clients check what is answered against the schemas that were listed.
    for (const [tool, given, part] of CALLS) {
      assert.match(JSON.stringify((await callTool(tool, given)).structuredContent), part, tool);
    }
    await assert.rejects(callTool('no_such_tool', {}), { code: -32_602 });

    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri === REVIEWS));
    assert.equal(await readText(REVIEWS), (await ask(url, '/reviews.json')).text);
    const [, record] = (await client.listResourceTemplates()).resourceTemplates;
    assert.ok(record);
    const uri = record.uriTemplate;
    const text = await readText(uri.replace('{id}', 'review-a'));
    assert.equal(text, (await ask(url, '/reviews/review-a.json')).text);
    assert.equal((await client.listPrompts()).prompts.length, 3);
    const given = { technician: 'elena-munoz' };
    const asked = await client.getPrompt({ name: 'technician_profile', arguments: given });
    assert.match(JSON.stringify(asked.messages), /Elena Muñoz/);
    const ref = { type: 'ref/resource', uri } as const;
    const argument = { name: 'id', value: 'review-' };
    assert.equal((await client.complete({ ref, argument })).completion.values.length, 5);
  });
}

/** Saves the review of June with another text. */
const editJune = (text: string) =>
  saveFiles(content, sampleReview('review-c', '2026-06-15', { rating: '1' }, text));

test('clients hear of what changed, and of nothing else, until they unsubscribe', async (t) => {
  const [october, june] = ['10', '06'].map((m) => `${BASE_URL}/api/reviews/since/2026-${m}-01`);
  assert.ok(october && june);
  const unchanged = [`${BASE_URL}/llms.txt`, `${BASE_URL}/docs/`];
  const edited = [REVIEWS, june, recordOf('review-c')];
  const removed = [REVIEWS, june, october, recordOf('review-a')];
  const others = [recordOf('review-e')];
  const subscribed = [...new Set([...unchanged, ...edited, ...removed, ...others])];
  const listeners = await Promise.all(
    Object.entries(CLIENTS).map(async ([name, mode]) => {
      const { client, readText, subscribe } = await connectSdk(url, mode);
      atEnd(t, () => client.close());
      const heard: string[] = [];
      const unsubscribe = await subscribe(subscribed, (uri) => heard.push(uri));
      return { name, readText, heard, unsubscribe };
    }),
  );
  /** Waits until each has heard of so many updates, and checks of which. */
  const assertHeard = async (...expected: string[]) => {
    for (const { name, heard } of listeners) {
      await waitUntil(`${name} hears ${expected}`, () => heard.length >= expected.length);
      assert.deepEqual(heard.toSorted(), expected.toSorted(), name);
    }
  };
  editJune('Another text.');
  await assertHeard(...edited);
  const [first] = listeners;
  assert.match(String(await first?.readText(recordOf('review-c'))), /Another text/);

  const tombstone = '- { id: review-a, dateRemoved: 2026-11-20, reason: author-request }\n';
  saveFiles(content, { 'removed.yaml': `${SAMPLE_CONTENT['removed.yaml']}${tombstone}` });
  rmSync(join(content, 'reviews/2026/10/2026-10-03-review-a.md'));
  await waitUntil('the takedown', () => first?.heard.includes(recordOf('review-a')) === true);
  await assertHeard(...edited, ...removed);
  for (const { readText } of listeners) {
    await assert.rejects(readText(recordOf('review-a')), /no resource/);
  }

  // The last one stays: its update comes after all updates of the others.
  for (const { unsubscribe } of listeners.slice(0, -1)) await unsubscribe();
  const counts = () => listeners.map(({ heard }) => heard.length);
  const before = counts();
  const last = (before.at(-1) ?? 0) + edited.length;
  editJune('Yet another text.');
  await waitUntil('the one that stays hears', () => counts().at(-1) === last);
  assert.deepEqual(counts(), before.with(-1, last));
});

test('on SIGTERM streams of both kinds end well and at once, and a session goes on in the next process', async (t) => {
  const session = await openSession(url);
  const streams = [await openSessionStream(url, session.id), await listen(url, [REVIEWS])];
  for (const { status } of streams) assert.equal(status, 200);
  await streams[1]?.says('acknowledged');
  const begun = performance.now();
  assert.equal(await service.stop(), 0);
  // A drain that has to wait for a stream takes 10 seconds.
  assert.ok(performance.now() - begun < 5_000);
  for (const { ended } of streams) assert.equal(await ended, true);

  await startService(t, { content, env });
  resultOf(await session.ask('ping'));
});
