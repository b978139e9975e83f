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
  const ask = async (path: string) => {
    const response = await fetch(url + path);
    return [response.status, await response.text()] as const;
  };
  for (const [path, status, shown] of [
    ['/reviews/review-a/', 200, /It went well\./],
    // The browser hears of edits.
    ['/reviews/review-a/', 200, /@vite\/client/],
    ['/reviews/gone-2026/', 410, /taken down|removed/],
    ['/nothing', 404, /not found/],
    ['/reviews/?rating=5&stars=5', 200, /no filter called “stars”.*"\/reviews\/review-a\/"/s],
    ['/reviews/?rating=1', 200, /^(?!.*"\/reviews\/review-a\/")/s],
    ['/archive/2026/10/', 200, /"\/reviews\/review-a\/"/],
    ['/feed.xml', 200, /It went well\./],
    ['/.well-known/openapi.json', 200, /"openapi"/],
  ] as const) {
    const [answered, text] = await ask(path);
    assert.equal(answered, status, path);
    assert.match(text, shown, path);
  }

  saveFiles(content, { 'reviews/a.md': reviewText({ id: 'review-a' }, 'It got better.') });
  await waitUntil('the page shows the edit', async () =>
    (await ask('/reviews/review-a/'))[1].includes('It got better.'),
  );
});
