import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import {
  connectClient,
  connectSessionClient,
  type McpClient,
} from '../../support/mcp-sdk-clients.ts';
import { BASE_URL } from '../../support/release.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const contentDir = createContentFolder({ after }, SAMPLE_CONTENT);
const { url } = await startService({ after }, { content: contentDir });
// Until then it cannot be seen which of them changed.
await waitUntil(
  'there are pages',
  async () => (await ask(url, '/reviews/review-a/')).status === 200,
);

const MODERN = '2026-07-28';
const CLIENTS: Readonly<Record<string, () => Promise<McpClient>>> = {
  'older SDK': () => connectSessionClient(url),
  'newer SDK, legacy': () => connectClient(url, 'legacy'),
  'newer SDK, auto': () => connectClient(url, 'auto'),
  'newer SDK, pinned': () => connectClient(url, { pin: MODERN }),
};

const REVIEWS = `${BASE_URL}/reviews.json`;
const OPENAPI = `${BASE_URL}/.well-known/openapi.json`;
const SINCE_OCTOBER = `${BASE_URL}/api/reviews/since/2026-10-01`;
const SINCE_JUNE = `${BASE_URL}/api/reviews/since/2026-06-01`;
const pageOf = (id: string) => `${BASE_URL}/reviews/${id}/`;
const SUBSCRIBED = [
  REVIEWS,
  OPENAPI,
  SINCE_OCTOBER,
  SINCE_JUNE,
  pageOf('review-a'),
  pageOf('review-c'),
  pageOf('review-e'),
];

/** Saves the review of June with another text. */
function editJune(text: string): void {
  saveFiles(contentDir, sampleReview('review-c', '2026-06-15', { rating: '1' }, text));
}

test('clients hear of what changed, and of nothing else, until they unsubscribe', async (t) => {
  const listeners = await Promise.all(
    Object.entries(CLIENTS).map(async ([name, connect]) => {
      const client = await connect();
      atEnd(t, client.close);
      const heard: string[] = [];
      const unsubscribe = await client.subscribe(SUBSCRIBED, (uri) => heard.push(uri));
      return { name, client, heard, unsubscribe };
    }),
  );
  /** Waits until each has heard of so many updates, and checks of which. */
  const assertHeard = async (...expected: string[]) => {
    for (const { name, heard } of listeners) {
      await waitUntil(`${name} hears ${expected}`, () => heard.length >= expected.length);
      assert.deepEqual(heard.toSorted(), expected.toSorted(), name);
    }
  };
  const edited = [REVIEWS, SINCE_JUNE, pageOf('review-c')];
  editJune('Another text.');
  await assertHeard(...edited);

  const [first] = listeners;
  assert.ok(first);
  assert.match(await first.client.readText(pageOf('review-c')), /Another text/);

  const path = 'reviews/2026/10/2026-10-03-review-a.md';
  const tombstone = '- { id: review-a, dateRemoved: 2026-11-20, reason: author-request }\n';
  saveFiles(contentDir, { 'removed.yaml': `${SAMPLE_CONTENT['removed.yaml']}${tombstone}` });
  rmSync(join(contentDir, path));
  const removed = [REVIEWS, SINCE_JUNE, SINCE_OCTOBER, pageOf('review-a')];
  await waitUntil('the takedown', () => first.heard.includes(pageOf('review-a')));
  await assertHeard(...edited, ...removed);
  for (const { client } of listeners) {
    await assert.rejects(client.readText(pageOf('review-a')), /no resource/);
  }

  // One of each era stays, so that whoever is told last has been told.
  const stays = (index: number) => index % 2 === 1;
  for (const [index, { unsubscribe }] of listeners.entries()) {
    if (!stays(index)) await unsubscribe();
  }
  const before = listeners.map(({ heard }) => heard.length);
  const more = () => listeners.map(({ heard }, index) => heard.length - (before[index] ?? 0));
  const expected = listeners.map((_, index) => (stays(index) ? edited.length : 0));
  editJune('Yet another text.');
  await waitUntil('those that stay subscribed hear', () =>
    more().every((count, index) => count >= (expected[index] ?? 0)),
  );
  assert.deepEqual(more(), expected);
});
