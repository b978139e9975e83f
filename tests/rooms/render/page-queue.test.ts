import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import {
  MAX_RENDERINGS,
  MAX_RENDERINGS_PER_CLIENT,
  PageQueue,
} from '../../../sidecar/render/page-queue.ts';
import { settle } from '../../support/wait-until.ts';

/** Renders a value, and finishes it at once. */
const giving = (value: string) => async () => async () => value;
const never = () => assert.fail('it is shared');

/** A rendering that a test ends. */
function createHeld() {
  const rendered = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<string>();
  let begun = 0;
  const render = async () => {
    begun += 1;
    await rendered.promise;
    return () => finished.promise;
  };
  const end = (value: string) => {
    rendered.resolve();
    finished.resolve(value);
  };
  return { render, rendered, finished, end, begun: () => begun };
}

const isBusy = (error: unknown): boolean => {
  assert.ok(error instanceof HttpError);
  assert.equal(error.status, 503);
  assert.deepEqual(error.headers, { 'Retry-After': '2' });
  return true;
};

test('pages are rendered one after the other, in the order of requests', async () => {
  const queue = new PageQueue<string>();
  const [first, second] = [createHeld(), createHeld()];
  const asked = [queue.ask('a', 'me', first.render), queue.ask('b', 'me', second.render)];
  await settle();
  assert.deepEqual([first.begun(), second.begun()], [1, 0]);
  first.rendered.resolve();
  await settle();
  // What finishes the first blocks no other.
  assert.equal(second.begun(), 1);
  second.end('second');
  assert.equal(await asked[1], 'second');
  first.finished.resolve('first');
  assert.equal(await asked[0], 'first');
});

test('between two pages other work of the event loop is done', async () => {
  const queue = new PageQueue<string>();
  const seen: string[] = [];
  const pages = ['0', '1', '2', '3', '4'].map((page) =>
    queue.ask(page, 'me', async () => {
      seen.push('page');
      return async () => page;
    }),
  );
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      seen.push('other');
      await setImmediate();
    }
  })();
  assert.deepEqual(await Promise.all(pages), ['0', '1', '2', '3', '4']);
  isOver = true;
  await others;
  assert.equal(seen.filter((one) => one === 'page').length, 5);
  assert.ok(!seen.join(' ').includes('page page'), seen.join(' '));
  assert.equal(seen[0], 'other', 'not in the turn of the request');
});

test('requests for the same page while it waits, is rendered or finished share it', async () => {
  const queue = new PageQueue<string>();
  const [before, held] = [createHeld(), createHeld()];
  const first = queue.ask('before', 'a', before.render);
  const asked = [queue.ask('page', 'a', held.render), queue.ask('page', 'b', never)];
  before.end('');
  await first;
  await settle();
  assert.equal(held.begun(), 1);
  asked.push(queue.ask('page', 'c', never));
  held.rendered.resolve();
  await settle();
  asked.push(queue.ask('page', 'd', never));
  held.finished.resolve('html');
  assert.deepEqual(await Promise.all(asked), ['html', 'html', 'html', 'html']);
  assert.equal(await queue.ask('page', 'a', giving('again')), 'again', 'and no later one');
});

test('after a part renderings in flight are not shared, and those that wait are', async () => {
  const queue = new PageQueue<string>();
  const held = createHeld();
  const asked = [queue.ask('page', 'a', held.render), queue.ask('waits', 'a', giving('waited'))];
  await settle();
  queue.part();
  asked.push(queue.ask('page', 'b', giving('again')));
  asked.push(queue.ask('page', 'c', never), queue.ask('waits', 'b', never));
  held.end('before');
  assert.deepEqual(await Promise.all(asked), ['before', 'waited', 'again', 'again', 'waited']);
});

test('a client that has its share of waiting pages is refused, others are served', async () => {
  const queue = new PageQueue<string>();
  const held = createHeld();
  const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
    queue.ask(`page ${index}`, 'greedy', held.render),
  );
  assert.throws(() => queue.ask('one more', 'greedy', giving('')), isBusy);
  // What is rendered in any case is for all.
  asked.push(queue.ask('page 0', 'greedy', never));
  const other = queue.ask('one more', 'modest', giving('served'));
  held.end('html');
  assert.equal(await other, 'served');
  assert.deepEqual(new Set(await Promise.all(asked)), new Set(['html']));
});

test('no more renderings wait than the bound, of all clients', async () => {
  const queue = new PageQueue<string>();
  const held = createHeld();
  const asked = Array.from({ length: MAX_RENDERINGS }, (_, index) =>
    queue.ask(`page ${index}`, `client ${index}`, held.render),
  );
  await settle();
  assert.throws(() => queue.ask('one more', 'somebody', giving('')), isBusy);
  held.end('html');
  await Promise.all(asked);
  assert.equal(await queue.ask('one more', 'somebody', giving('served')), 'served');
});

test('a page that fails does so for those who asked for it, and gives its share back', async () => {
  const queue = new PageQueue<string>();
  const error = new Error('The page failed.');
  const fail = async () => {
    throw error;
  };
  for (let round = 0; round < 3; round++) {
    const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
      queue.ask(`page ${index}`, 'me', [fail, async () => fail, giving('html')][index % 3] ?? fail),
    );
    assert.throws(() => queue.ask('one more', 'me', giving('')), isBusy);
    asked.push(queue.ask('page 0', 'other', never));
    for (const [index, ended] of (await Promise.allSettled(asked)).entries()) {
      if (index % 3 === 2) assert.equal(ended.status, 'fulfilled');
      else assert.equal(ended.status === 'rejected' && ended.reason, error);
    }
  }
  assert.equal(await queue.ask('page 0', 'me', giving('mended')), 'mended', 'not remembered');
});
