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

const giving = (value: string) => async () => value;
const never = () => assert.fail('it is shared');

const isBusy = (error: unknown): boolean => {
  assert.ok(error instanceof HttpError);
  assert.equal(error.status, 503);
  assert.deepEqual(error.headers, { 'Retry-After': '2' });
  return true;
};

test('between two pages other work of the event loop is done', async () => {
  const queue = new PageQueue<string>();
  const seen: string[] = [];
  const pages = ['0', '1', '2', '3', '4'].map((page) =>
    queue.ask(page, 'me', async () => {
      seen.push('page');
      return page;
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

test('clients take turns, so that a burst of one delays the others by a page each', async () => {
  const queue = new PageQueue<string>();
  const begun: string[] = [];
  const ask = (page: string, client: string) =>
    queue.ask(page, client, async () => {
      begun.push(page);
      return page;
    });
  const burst = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, at) => `${at}`);
  const asked = burst.map((page) => ask(page, 'crawler'));
  asked.push(ask('a', 'reader'), ask('b', 'reader'), ask('c', 'other'));
  await Promise.all(asked);
  assert.deepEqual(begun.slice(0, 6), ['0', 'a', 'c', '1', 'b', '2']);
  assert.deepEqual(begun.length, burst.length + 3, 'and the whole burst is served');
});

test('requests for the same page while it waits or is rendered share it, and no later one', async () => {
  const queue = new PageQueue<string>();
  const held = Promise.withResolvers<string>();
  const asked = [queue.ask('page', 'a', () => held.promise), queue.ask('page', 'b', never)];
  await settle();
  asked.push(queue.ask('page', 'c', never));
  held.resolve('html');
  assert.deepEqual(await Promise.all(asked), ['html', 'html', 'html']);
  assert.equal(await queue.ask('page', 'a', giving('again')), 'again');
});

test('a client that has its share of pages in flight is refused, others are served', async () => {
  const queue = new PageQueue<string>();
  const held = Promise.withResolvers<string>();
  const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
    queue.ask(`page ${index}`, 'greedy', () => held.promise),
  );
  assert.throws(() => queue.ask('one more', 'greedy', giving('')), isBusy);
  // What is rendered in any case is for all.
  asked.push(queue.ask('page 0', 'greedy', never));
  assert.equal(await queue.ask('one more', 'modest', giving('served')), 'served');
  held.resolve('html');
  assert.deepEqual(new Set(await Promise.all(asked)), new Set(['html']));
});

test('a page that a crawler asked for last begins at the turn of a reader who asks for it', async () => {
  const queue = new PageQueue<string>();
  const begun: number[] = [];
  const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
    queue.ask(`page ${index}`, 'crawler', async () => `${begun.push(index)}`),
  );
  const last = MAX_RENDERINGS_PER_CLIENT - 1;
  await queue.ask(`page ${last}`, 'reader', never);
  assert.ok(begun.indexOf(last) <= 2, `${begun.indexOf(last)}`);
  await Promise.all(asked);
  assert.equal(begun.length, MAX_RENDERINGS_PER_CLIENT);
});

test('no more renderings are in flight than the bound, of all clients', async () => {
  const queue = new PageQueue<string>();
  const held = Promise.withResolvers<string>();
  const asked = Array.from({ length: MAX_RENDERINGS }, (_, index) =>
    queue.ask(`page ${index}`, `client ${index}`, () => held.promise),
  );
  await settle();
  assert.throws(() => queue.ask('one more', 'another', giving('')), isBusy);
  held.resolve('html');
  await Promise.all(asked);
  assert.equal(await queue.ask('one more', 'another', giving('served')), 'served');
});

test('a page that fails does so for those who asked for it, and gives its share back', async () => {
  const queue = new PageQueue<string>();
  const error = new Error('The page failed.');
  const fail = async () => {
    throw error;
  };
  for (let round = 0; round < 3; round++) {
    const asked = Array.from({ length: MAX_RENDERINGS_PER_CLIENT }, (_, index) =>
      queue.ask(`page ${index}`, 'me', index % 2 ? giving('html') : fail),
    );
    assert.throws(() => queue.ask('one more', 'me', giving('')), isBusy);
    asked.push(queue.ask('page 0', 'other', never));
    for (const [index, ended] of (await Promise.allSettled(asked)).entries()) {
      if (index % 2) assert.equal(ended.status, 'fulfilled');
      else assert.equal(ended.status === 'rejected' && ended.reason, error);
    }
  }
  assert.equal(await queue.ask('page 0', 'me', giving('mended')), 'mended', 'not remembered');
});
