import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { BUSINESS, reviewText } from '../support/content-files.ts';
import { createContentFolder, saveFiles } from '../support/content-folder.ts';
import { atEnd } from '../support/lifetime.ts';

import { REPOSITORY } from '../support/run-script.ts';
import { freePort } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

const TAKEN_DOWN = '- id: gone-2026\n  dateRemoved: "2026-08-11"\n  reason: personal-data\n';

/** Starts `npm run dev` over a content folder. It ends with the test. */
async function startDevServer(t: Parameters<typeof atEnd>[0], content: string): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: REPOSITORY,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', CONTENT_DIR: content },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaint: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaint.push(String(chunk)));
  atEnd(t, async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('the dev server answers', async () => {
    assert.equal(child.exitCode, null, complaint.join(''));
    return fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return url;
}

test('the dev server shows the pages of the content, and follows its edits', async (t) => {
  const content = createContentFolder(t, {
    'business.yaml': BUSINESS,
    'reviews/a.md': reviewText({ id: 'review-a' }, 'It went well.'),
    'removed.yaml': TAKEN_DOWN,
  });
  const url = await startDevServer(t, content);
  const statusOf = async (path: string) => (await fetch(url + path)).status;

  await t.test('pages, with the tombstone of what was taken down', async () => {
    const page = await (await fetch(`${url}/reviews/review-a/`)).text();
    assert.match(page, /It went well\./);
    assert.match(page, /@vite\/client/, 'the browser hears of edits');
    assert.equal(await statusOf('/reviews/gone-2026/'), 410);
    assert.equal(await statusOf('/nothing'), 404);
  });

  await t.test('the list, with what is asked for, and the archive', async () => {
    const list = await (await fetch(`${url}/reviews/?rating=5&stars=5`)).text();
    assert.match(list, /"\/reviews\/review-a\/"/);
    assert.match(list, /There is no filter called “stars”/);
    const none = await (await fetch(`${url}/reviews/?rating=1`)).text();
    assert.doesNotMatch(none, /"\/reviews\/review-a\/"/);
    const month = await (await fetch(`${url}/archive/2026/10/`)).text();
    assert.match(month, /"\/reviews\/review-a\/"/);
  });

  await t.test('views', async () => {
    assert.match(await (await fetch(`${url}/reviews/review-a.md`)).text(), /^> It went well\.$/m);
    assert.match(await (await fetch(`${url}/robots.txt`)).text(), /^Sitemap: http/m);
    assert.equal(await statusOf('/reviews/gone-2026.json'), 410);
  });

  await t.test('data files and questions', async () => {
    const feed = await fetch(`${url}/feed.xml`);
    assert.equal(feed.headers.get('content-type'), 'application/atom+xml');
    assert.match(await feed.text(), /It went well\./);
    assert.equal(await statusOf('/.well-known/mcp/server-card.json'), 200);
    assert.equal(await statusOf('/.well-known/openapi.json'), 200);
    assert.equal(await statusOf('/api/reviews/search?rating=5'), 200);
    assert.equal(await statusOf('/api/reviews/search?rating=6'), 400);
  });

  await t.test('an edit of the content', async () => {
    saveFiles(content, { 'reviews/a.md': reviewText({ id: 'review-a' }, 'It got better.') });
    await waitUntil('the page shows the edit', async () =>
      (await (await fetch(`${url}/reviews/review-a/`)).text()).includes('It got better.'),
    );
  });
});
