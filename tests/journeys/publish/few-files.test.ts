import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { saveFiles } from '../../support/edit-content.ts';
import { findWords } from '../../support/find-words.ts';
import { readHealth } from '../../support/read-health.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { EVERYWHERE, OWN_PAGE, SECRET_CONTENT, SECRETS, TOMBSTONE } from './secret-review.ts';

/** The first numbers of files are taken in every process: no other can be opened. */
const NONE = 10;

/** Sets how many files a process may open. Returns why that cannot be. */
function limitFiles(pid: number | undefined, count: number): string | undefined {
  const args = ['--pid', String(pid), `--nofile=${count}:`];
  const { status, error, stderr } = spawnSync('prlimit', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr);
}

test('where no file can be opened any more, a takedown goes out as soon as one can', {
  timeout: 120_000,
}, async (t) => {
  const contentDir = createContentFolder(t, SECRET_CONTENT);
  const { url, process, log, logged } = await startService(t, { content: contentDir });
  const reason = limitFiles(process.pid, NONE);
  if (reason !== undefined) {
    t.skip(`NOT TESTED: the number of open files cannot be limited here (${reason})`);
    return;
  }
  const from = log.length;
  saveFiles(contentDir, { 'removed.yaml': TOMBSTONE });
  const fault = await logged('too many files are open', from);
  assert.equal(fault.code, 'EMFILE');
  assert.match(String(fault.msg), /; it is tried again in \d+ s$/);
  assert.ok(!log.slice(from).some(({ code }) => code === 'CONTENT_INVALID'));

  limitFiles(process.pid, 1024);
  await waitUntil('the takedown, without an edit', async () => {
    return (await ask(url, OWN_PAGE)).status === 410;
  });
  assert.deepEqual(await findWords(url, EVERYWHERE, SECRETS), []);
  await waitUntil('no fault', async () => {
    const { lastError, faults } = await readHealth(url);
    return lastError === null && faults.length === 0;
  });
});
