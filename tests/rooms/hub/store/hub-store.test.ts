import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { createFastFolder, createFolder } from '../../../support/content-folder.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { testStore } from './store-rules.ts';
import { type MakePlace, open } from './store-subject.ts';

const makePlace: MakePlace = async (t) => ({
  databaseUrl: undefined,
  file: join(createFastFolder(t), 'hub.sqlite'),
});

// PostgreSQL keeps the same rules: tests/outside/hub/postgres.test.ts.
testStore('SQLite', makePlace);

test('SQLite goes by the clock that it is given, and is for one process', async (t) => {
  const store = await open(t, await makePlace(t), () => 123);
  assert.deepEqual([await store.now(), store.isExclusive], [123, true]);
});

const SUBJECT = new URL('store-subject.ts', import.meta.url).href;
const STORE = new URL('../../../../sidecar/hub/store/open-store.ts', import.meta.url).href;

/** A store on a disk: processes that run some code with it, and the requests that it holds. */
function createShared(t: TestContext) {
  const file = join(createFolder(t), 'hub.sqlite');
  const start = (code: string) => {
    const script = `
      import { request } from ${JSON.stringify(SUBJECT)};
      import { openStore } from ${JSON.stringify(STORE)};
      const store = await openStore({ databaseUrl: undefined, file: process.argv[1] });
      ${code}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    atEnd(t, () => child.kill('SIGKILL'));
    return child;
  };
  const countRequests = async () =>
    (await (await open(t, { databaseUrl: undefined, file })).exportAll()).requests.length;
  return { start, countRequests };
}

test('what a process knows to be stored is there after it was killed', async (t) => {
  const { start, countRequests } = createShared(t);
  const child = start('for (let n = 0; ; n++) console.log(n, await request(store, n + ".test"));');
  const ended = once(child, 'close');
  let last = -1;
  for await (const line of createInterface(child.stdout)) {
    last = Number.parseInt(line, 10);
    if (last === 30) child.kill('SIGKILL');
  }
  await ended;
  assert.ok(last >= 30);
  // One more may be stored that it does not know of.
  assert.ok([last + 1, last + 2].includes(await countRequests()));
});

test('processes that make the same store at once all succeed', async (t) => {
  const { start, countRequests } = createShared(t);
  const codes = [1, 2, 3, 4].map(async (n) => {
    const child = start(`await request(store, '${n}.test'); await store.close();`);
    return (await once(child, 'close'))[0];
  });
  assert.deepEqual(await Promise.all(codes), [0, 0, 0, 0]);
  assert.equal(await countRequests(), 4);
});
