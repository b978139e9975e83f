import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import {
  assertTakenDown,
  SECRET_CONTENT,
  TAKEN_DOWN,
} from '../../journeys/publish/secret-review.ts';
import { createDeployment } from '../../support/deployment.ts';

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
  const { start, save } = createDeployment(t, SECRET_CONTENT);
  const { url, process, log, logged, recovered } = await start();
  const reason = limitFiles(process.pid, NONE);
  if (reason !== undefined) {
    t.skip(`NOT TESTED: the number of open files cannot be limited here (${reason})`);
    return;
  }
  const from = log.length;
  save(TAKEN_DOWN);
  const { code, msg } = await logged('too many files are open', from);
  assert.equal(code, 'EMFILE');
  assert.match(String(msg), /; it is tried again in \d+ s$/);
  assert.ok(!log.slice(from).some(({ code }) => code === 'CONTENT_INVALID'));

  limitFiles(process.pid, 1024);
  // Without an edit.
  await assertTakenDown(url);
  await recovered();
});
