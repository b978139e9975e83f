import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { writeBundle } from '../../../sidecar/render/bundle-folder.ts';
import { ask } from '../../support/ask.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { copyProgram } from '../../support/program-copy.ts';
import { startService } from '../../support/service.ts';
import { goodContent } from './good-content.ts';

const OLD_STYLE = '/_astro/page.0lDsTyLe.css';
const OLD_FILES = {
  'server/entry.mjs': 'throw new Error("This is the code of another program.");',
  [`client${OLD_STYLE}`]: 'p { color: olive }',
  'client/robots.txt': 'User-agent: *\nDisallow: /\n',
};

test('during an upgrade the styles are served that pages of the earlier program name', async (t) => {
  const { bundles, command, env, giveBundle } = copyProgram(t, 'fail');
  mkdirSync(dirname(bundles), { recursive: true });
  const write = async (folder: string) => saveFiles(folder, OLD_FILES);
  await writeBundle([bundles], 'earlier', write, new Date('2026-11-20T08:00:00Z'));
  giveBundle();
  // Half of a bundle is none, nor is what somebody has left.
  mkdirSync(join(bundles, 'half/client/_astro'), { recursive: true });
  writeFileSync(join(bundles, 'half/client/_astro/half.0lDsTyLe.css'), 'p { color: red }');

  const { url } = await startService(t, { content: goodContent(1), command, env });
  const old = await ask(url, OLD_STYLE);
  assert.deepEqual([old.status, old.text], [200, 'p { color: olive }']);
  assert.equal(old.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(String(old.headers['content-type']), /^text\/css/);

  const { text } = await ask(url, '/');
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
  assert.match(style, /^\/_astro\/.+\.css$/);
  const own = await ask(url, style);
  assert.deepEqual([own.status, own.headers['cache-control']], [200, old.headers['cache-control']]);
  // What has no hash in its name is that of the program which runs.
  assert.match((await ask(url, '/robots.txt')).text, /Allow: \//);
  assert.equal((await ask(url, '/_astro/half.0lDsTyLe.css')).status, 404);
});
