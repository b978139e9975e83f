import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { freePort, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { editReview, readHubStatus } from '../../support/websub-hub.ts';

/** The commands of the documentation: for a certificate, the service and a subscriber. */
function readCommands(): readonly string[] {
  const page = readFileSync(join(REPOSITORY, 'site/docs/hub.md'), 'utf8');
  const [, block = ''] = /## Try it on one machine[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
  return block.split('\n\n');
}

/** The variables that a command is given. */
const variablesOf = (command: string) =>
  Object.fromEntries(
    [...command.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );

test('the documented trial on one machine: a subscriber with a certificate of its own gets an edit', async (t) => {
  if (spawnSync('openssl', ['version']).error) {
    t.skip('openssl is not installed: the trial of the documentation is NOT tested');
    return;
  }
  const folder = createFolder(t);
  const [port, callbackPort] = [await freePort(), await freePort()];
  const [certificate = '', serve = '', subscribe = ''] = readCommands().map((command) =>
    command
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('8787', `${port}`)
      .replaceAll('8443', `${callbackPort}`),
  );
  execFileSync('sh', ['-ec', certificate], { stdio: 'ignore' });
  assert.match(serve, / npm start$/);
  const service = await startService(t, {
    content: SAMPLE_CONTENT,
    env: { ...variablesOf(serve), PORT: `${port}`, BASE_URL: `http://localhost:${port}` },
  });
  await waitUntil('the hub works', () => readHubStatus(service.url));

  const [, script = ''] = /\bnode (\S+)\s*$/.exec(subscribe) ?? [];
  const child = spawn(process.execPath, [script], {
    cwd: REPOSITORY,
    env: variablesOf(subscribe),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(t, async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  await waitUntil('it is subscribed', () => printed.includes('subscribed for'));
  editReview(join(service.folder, 'content'), 'Seen on one machine.');
  const copy = join(folder, 'feed.xml');
  await waitUntil('the edit is in the copy', () => {
    return existsSync(copy) && readFileSync(copy, 'utf8').includes('Seen on one machine.');
  });
});
