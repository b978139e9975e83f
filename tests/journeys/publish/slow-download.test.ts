import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { strongEtag } from '#search/strong-etag.ts';
import { ask } from '../../support/ask.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { replaceFiles } from '../../support/edit-content.ts';
import { editionsIn, paddedContent } from '../../support/numbered-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

test('a download that is under way ends as it began, whatever is published meanwhile', {
  timeout: 60_000,
}, async (t) => {
  const contentDir = createContentFolder(t, paddedContent(1));
  const { url } = await startService(t, { content: contentDir });
  // Nothing is read of it yet but what the kernel takes.
  const [slow]: IncomingMessage[] = await once(get(`${url}/reviews.json`), 'response');
  assert.ok(slow && Number(slow.headers['content-length']) > 4_000_000);
  for (const edition of [2, 3, 4]) {
    replaceFiles(contentDir, paddedContent(edition));
    await waitUntil(`edition ${edition}`, async () =>
      editionsIn((await ask(url, '/reviews.json')).text).includes(edition),
    );
  }
  const body = await buffer(slow);
  assert.equal(strongEtag(body), slow.headers.etag);
  assert.deepEqual(editionsIn(body.toString('utf8')), [1]);
});
