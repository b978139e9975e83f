import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { HUB_FILE } from '../../../sidecar/hub/hub-settings.ts';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import { createFolder } from '../../support/content-folder.ts';
import { assertSurvivesOutage, OUTAGE_ENV } from '../../support/hub-fan-out.ts';
import { type Health, readHealth } from '../../support/read-health.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startHubService } from '../../support/websub-hub.ts';

type Fault = Health['faults'][number];

/** Starts a service whose hub cannot open its store, and waits until that is told. */
async function startWith(t: TestContext, prepare: (file: string) => void) {
  const STATE_DIR = join(createFolder(t), 'state');
  mkdirSync(STATE_DIR);
  const file = join(STATE_DIR, HUB_FILE);
  prepare(file);
  const service = await startService(t, { content: SAMPLE_CONTENT, env: { STATE_DIR } });
  const { url } = service;
  const fault = await waitUntil('the fault', async () => (await readHealth(url)).faults[0]);
  assert.equal((await ask(url, '/reviews.json')).status, 200);
  assert.equal((await ask(url, '/readyz')).status, 200);
  assert.deepEqual((await readHealth(url)).hub, { isReady: false });
  assert.ok(!fault.message.includes(STATE_DIR));
  return { ...service, file, fault };
}

const told = ({ kind, code, message }: Fault) => ({ kind, code, message });

async function assertRecovers(url: string): Promise<void> {
  await waitUntil('the hub', async () => (await readHealth(url)).hub.isReady);
  assert.deepEqual((await readHealth(url)).faults, []);
}

test('a store that another process has locked is opened when it is free, without a restart', async (t) => {
  let other: DatabaseSync | undefined;
  atEnd(t, () => other?.close());
  const { url, fault, log, file } = await startWith(t, (path) => {
    other = new DatabaseSync(path);
    other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
  });
  assert.deepEqual(told(fault), {
    kind: 'hub',
    code: 'EBUSY',
    message: 'the hub’s store: it is locked by another process',
  });
  const line = log.find(({ code }) => code === 'EBUSY');
  assert.match(String(line?.msg), /; it is tried again in 1 s$/);
  assert.ok(String(line?.cause).includes(file), 'the log says which file');
  other?.exec('ROLLBACK');
  await assertRecovers(url);
});

test('a store that is no database is left alone, and that is told', async (t) => {
  const notes = 'These are notes, no database. '.repeat(100);
  const { url, fault, file, log } = await startWith(t, (path) => writeFileSync(path, notes));
  const message = 'the hub’s store: it cannot be used as it is, and somebody has to look at it';
  assert.deepEqual(told(fault), { kind: 'hub', code: 'HUB_STORE_UNUSABLE', message });
  assert.equal(fault.nextTry, null);
  const line = log.find(({ code }) => code === 'HUB_STORE_UNUSABLE');
  assert.equal(line?.msg, `${message}; it stops until the service is started again`);
  assert.match(String(line?.cause), /is no SQLite database, or a damaged one/);
  assert.equal(readFileSync(file, 'utf8'), notes);
  assert.equal((await readHealth(url)).faults.length, 1);
});

test('SQLite that another program locks in mid fan-out: nothing is lost or told twice', async (t) => {
  const hub = await startHubService(t, { env: OUTAGE_ENV });
  const database = new DatabaseSync(join(hub.service.folder, 'state', HUB_FILE), {
    timeout: 2_000,
  });
  atEnd(t, () => database.close());
  await assertSurvivesOutage(t, hub, {
    begin: async () => database.exec('BEGIN IMMEDIATE'),
    end: async () => database.exec('ROLLBACK'),
    code: 'EBUSY',
  });
});
