import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { runService, startListening, startService } from '../../support/service.ts';

test('wrong content and nothing to serve: every problem is named, and the exit code is 1', async (t) => {
  const content = {
    'business.yaml': BUSINESS,
    'reviews/2026/10/a.md': reviewText({ rating: '7' }),
    'reviews/2026/10/b.md': reviewText({ id: 'review-2', datePublished: '2026-02-30' }),
    'removed.yaml': '- { id: gone-1 }\n',
  };
  const { code, stderr } = await runService(t, { content });
  assert.equal(code, 1);
  assert.match(stderr, /\/reviews\/2026\/10\/a\.md:5:\d+ error .*rating/);
  assert.match(stderr, /\/reviews\/2026\/10\/b\.md:4:\d+ error .*datePublished/);
  assert.match(stderr, /\/removed\.yaml:1:\d+ error /);
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\.ts:\d/m, 'no stack trace');
});

test('a content folder that does not exist is told by its name', async (t) => {
  const { code, stderr } = await runService(t, { content: '/no/such/folder' });
  assert.equal(code, 1);
  assert.match(stderr, /content folder \/no\/such\/folder does not exist; name the folder/);
  assert.doesNotMatch(stderr, /^\s+at /m);
});

test('a state folder that cannot be made is told, and does not keep the service from ending', {
  skip: process.platform !== 'linux' && 'there is no /proc here',
}, async (t) => {
  const content = { 'business.yaml': BUSINESS };
  const env = { STATE_DIR: '/proc/nowhere' };
  const { logged, stop } = await startService(t, { content, env });
  await logged('STATE_DIR /proc/nowhere cannot be written');
  const { cause } = await logged('the release store: ');
  assert.match(
    String(cause),
    /store in \/proc\/nowhere cannot be read or written \(ENOENT\): .*set STATE_DIR/,
  );
  assert.equal(await stop(), 0);
});

test('a folder of somebody else’s files is neither served nor changed', async (t) => {
  const files = { 'precious.txt': 'Mine.', 'client/reviews.json': '{}', 'manifest.json': '{}' };
  const OUT_DIR = createContentFolder(t, files);
  const STATE_DIR = createContentFolder(t, {
    'releases/precious.txt': 'Mine.',
    'releases/data-x.pack': 'Mine.',
  });
  const content = { 'business.yaml': BUSINESS, 'reviews/2026/10/a.md': reviewText() };
  const { url, logged } = await startListening(t, { content, env: { OUT_DIR, STATE_DIR } });
  await logged('serving');
  assert.equal((await ask(url, '/reviews.json')).json().count, 1);
  for (const [path, text] of Object.entries(files)) {
    assert.equal(readFileSync(join(OUT_DIR, path), 'utf8'), text);
  }
  for (const name of ['precious.txt', 'data-x.pack']) {
    assert.equal(readFileSync(join(STATE_DIR, 'releases', name), 'utf8'), 'Mine.');
  }
});
