import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import {
  MAX_RENDERINGS,
  MAX_RENDERINGS_PER_CLIENT,
  PageQueue,
} from '../../../sidecar/render/page-queue.ts';

/** Renders a value, and finishes it at once. */
const giving =
  <Value>(value: Value) =>
  async () =>
  async () =>
    value;

/** A rendering that a test ends when it likes. */
function createHeld() {
  const rendered = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<string>();
  let begun = 0;
  const render = async () => {
    begun += 1;
    await rendered.promise;
    return () => finished.promise;
  };
  return { render, rendered, finished, begun: () => begun };
}

const isBusy = (error: unknown): boolean => {
  assert.ok(error instanceof HttpError);
  assert.equal(error.status, 503);
  assert.deepEqual(error.headers, { 'Retry-After': '2' });
  return true;
};

/** Goes on until all that is ready to run has run. */
async function goOn(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

test('pages are rendered one after the other, in the order in which they were asked for', async () => {
  const queue = new PageQueue<string>();
  const first = createHeld();
  const second = createHeld();
  const asked = [queue.ask('a', 'me', first.render), queue.ask('b', 'me', second.render)];
  await goOn();
  assert.deepEqual([first.begun(), second.begun()], [1, 0]);
  first.rendered.resolve();
  await goOn();
  // What finishes the first holds nobody up.
  assert.equal(second.begun(), 1);
  second.rendered.resolve();
  second.finished.resolve('second');
  assert.equal(await asked[1], 'second');
  first.finished.resolve('first');
  assert.equal(await asked[0], 'first');
});

test('between two pages other work of the event loop has its turn', async () => {
  const queue = new PageQueue<number>();
  const seen: string[] = [];
  const pages = Array.from({ length: 5 }, (_, index) =>
    queue.ask(String(index), 'me', async () => {
      seen.push('page');
      return async () => index;
    }),
  );
  let isOver = false;
  const others = async () => {
    while (!isOver) {
      seen.push('other');
      await setImmediate();
    }
  };
  const ended = others();
  assert.deepEqual(await Promise.all(pages), [0, 1, 2, 3, 4]);
  isOver = true;
  await ended;
  assert.equal(seen.filter((one) => one === 'page').length, 5);
  assert.ok(!seen.join(' ').includes('page page'), seen.join(' '));
  assert.equal(seen[0], 'other', 'not in the turn in which somebody asked');
});

test('those who ask for the same while it waits, is rendered or finished share it', async () => {
  const queue = new PageQueue<string>();
  const before = createHeld();
  const held = createHeld();
  const never = () => assert.fail('is not rendered again');
  const first = queue.ask('before', 'a', before.render);
  const asked = [queue.ask('page', 'a', held.render)];
  asked.push(queue.ask('page', 'b', never));
  before.rendered.resolve();
  before.finished.resolve('');
  await first;
  await goOn();
  assert.equal(held.begun(), 1);
  asked.push(queue.ask('page', 'c', never));
  held.rendered.resolve();
  await goOn();
  asked.push(queue.ask('page', 'd', never));
  held.finished.resolve('html');
  assert.deepEqual(await Promise.all(asked), ['html', 'html', 'html', 'html']);
  assert.equal(await queue.ask('page', 'a', giving('anew')), 'anew', 'and nobody later');
});

test('after a part nobody is given what had begun, and what waits is still shared', async () => {
  const queue = new PageQueue<string>();
  const held = createHeld();
  const asked = [queue.ask('page', 'a', held.render), queue.ask('waits', 'a', giving('waited'))];
  await goOn();
  queue.part();
  asked.push(queue.ask('page', 'b', giving('anew')));
  asked.push(queue.ask('page', 'c', () => assert.fail('is shared')));
  asked.push(queue.ask('waits', 'b', () => assert.fail('is shared')));
  held.rendered.resolve();
  held.finished.resolve('before');
  assert.deepEqual(await Promise.all(asked), ['before', 'waited', 'anew', 'anew', 'waited']);
});

test('a client has a share; who goes beyond is told when to come again, others are served', async () => {
  const queue = new PageQueue<string>();
  const held = createHeld();
  const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
    queue.ask(`page ${index}`, 'greedy', held.render),
  );
  assert.throws(() => queue.ask('one more', 'greedy', giving('')), isBusy);
  // What is rendered in any case is for all.
  asked.push(queue.ask('page 0', 'greedy', giving('')));
  const other = queue.ask('one more', 'modest', giving('served'));
  held.rendered.resolve();
  held.finished.resolve('html');
  assert.equal(await other, 'served');
  assert.deepEqual(new Set(await Promise.all(asked)), new Set(['html']));
});

test('no more renderings wait than the bound, whoever asks', async () => {
  const queue = new PageQueue<string>();
  const held = createHeld();
  const asked = Array.from({ length: MAX_RENDERINGS }, (_, index) =>
    queue.ask(`page ${index}`, `client ${index}`, held.render),
  );
  assert.throws(() => queue.ask('one more', 'somebody', giving('')), isBusy);
  held.rendered.resolve();
  held.finished.resolve('html');
  await Promise.all(asked);
  assert.equal(await queue.ask('one more', 'somebody', giving('served')), 'served');
});

test('shares are given back, by pages that fail as well', async () => {
  const queue = new PageQueue<string>();
  for (let round = 0; round < 3; round++) {
    const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
      queue.ask(`page ${index}`, 'me', async () => {
        if (index % 3 === 0) throw new Error('The page failed.');
        return async () => {
          if (index % 3 === 1) throw new Error('The coding failed.');
          return 'html';
        };
      }),
    );
    assert.throws(() => queue.ask('one more', 'me', giving('')), isBusy);
    const ended = await Promise.allSettled(asked);
    assert.ok(ended.filter(({ status }) => status === 'rejected').length > 40);
  }
});

test('a page that fails is the matter of those who asked for it; the next goes on', async () => {
  const queue = new PageQueue<string>();
  const error = new Error('The page failed.');
  const failing = queue.ask('page', 'a', async () => {
    throw error;
  });
  const sharing = queue.ask('page', 'b', giving(''));
  const unfinished = queue.ask('other', 'a', async () => async () => {
    throw error;
  });
  const next = queue.ask('next', 'a', giving('served'));
  for (const one of [failing, sharing, unfinished]) {
    await assert.rejects(one, (thrown) => thrown === error);
  }
  assert.equal(await next, 'served');
  assert.equal(await queue.ask('page', 'a', giving('mended')), 'mended', 'it is not remembered');
});
