import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { atEnd } from '../../../support/at-end.ts';
import { createFastFolder, createFolder } from '../../../support/content-folder.ts';
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
  assert.equal(await store.now(), 123);
  assert.equal(store.isExclusive, true);
});

const SUBJECT = new URL('store-subject.ts', import.meta.url).href;
const STORE = new URL('../../../../sidecar/hub/store/open-store.ts', import.meta.url).href;

const createFile = (t: TestContext): string => join(createFolder(t), 'hub.sqlite');

/** A process that opens the store, and runs some code with it. */
function startProcess(t: TestContext, file: string, code: string) {
  const script = `
    import { intent, NOW, UNLIMITED } from ${JSON.stringify(SUBJECT)};
    import { openStore } from ${JSON.stringify(STORE)};
    const store = await openStore({ databaseUrl: undefined, file: process.argv[1] });
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(t, () => child.kill('SIGKILL'));
  return child;
}

test('what a process was told is stored is there after it was killed', async (t) => {
  const file = createFile(t);
  const child = startProcess(
    t,
    file,
    `for (let n = 0; ; n++) {
      await store.accept(intent(n + '.test'), UNLIMITED, NOW);
      console.log(n);
    }`,
  );
  const ended = once(child, 'close');
  let last = -1;
  for await (const line of createInterface(child.stdout)) {
    last = Number(line);
    if (last === 30) child.kill('SIGKILL');
  }
  await ended;
  assert.ok(last >= 30);
  const { requests } = await (await open(t, { databaseUrl: undefined, file })).exportAll();
  // One more may be stored that it was not told of.
  assert.ok(requests.length === last + 1 || requests.length === last + 2);
});

test('processes that make the same store at once all succeed', async (t) => {
  const file = createFile(t);
  const children = [1, 2, 3, 4].map((n) =>
    startProcess(
      t,
      file,
      `await store.accept(intent('${n}.test'), UNLIMITED, NOW); await store.close();`,
    ),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'close'))[0]));
  assert.deepEqual(codes, [0, 0, 0, 0]);
  const { requests } = await (await open(t, { databaseUrl: undefined, file })).exportAll();
  assert.equal(requests.length, 4);
});
