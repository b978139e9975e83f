import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { ForwardedNotice } from '../../../sidecar/http/forwarded-notice.ts';
import type { Release } from '../../../sidecar/release/release.ts';
import type { ReplyAtOnce } from '../../../sidecar/routes/at-once.ts';
import { ReplyMemory } from '../../../sidecar/wire/reply-memory.ts';
import { headOf } from '../../support/raw-http.ts';
import { makeRelease } from '../../support/release.ts';

const made = await makeRelease();
const UNTOLD = new ForwardedNotice({ trustProxy: 1, log: pino({ level: 'silent' }) });

/** A memory in front of a function that counts how often it is asked. */
function countingMemory(reply: ReplyAtOnce = () => ({ status: 200, headers: [], body: [] })) {
  let asked = 0;
  const replyAtOnce: ReplyAtOnce = (...request) => {
    asked += 1;
    return reply(...request);
  };
  const memory = new ReplyMemory({ replyAtOnce, headers: [], forwarded: UNTOLD }, 65);
  const replyTo = (head: string, release: Release = made.release) =>
    memory.replyTo(release, Buffer.from(head, 'latin1'));
  return { replyTo, asked: () => asked };
}

test('a head that was answered is answered again without asking', () => {
  const { replyTo, asked } = countingMemory();
  const first = replyTo(headOf('/reviews.json'));
  assert.equal(replyTo(headOf('/reviews.json')), first);
  assert.equal(asked(), 1);
});

test('requests that differ in what an answer depends on are answered each', () => {
  const { replyTo, asked } = countingMemory();
  const heads = ['/a', '/b', 'HEAD /a'].map((target) => headOf(target));
  heads.push(headOf('/a', { Range: 'bytes=0-1' }), headOf('/a', { Range: 'bytes=0-2' }));
  for (const head of [...heads, ...heads]) assert.ok(replyTo(head));
  assert.equal(asked(), heads.length);
});

test('heads that differ in nothing that matters are answered once', () => {
  const { replyTo, asked } = countingMemory();
  const first = replyTo(headOf('/a', { Range: 'bytes=0-1', 'X-Trace': '1' }));
  assert.equal(replyTo(headOf('/a', { 'x-trace': '2', RANGE: ' bytes=0-1 ' })), first);
  assert.equal(asked(), 1);
});

test('another release is asked again', async () => {
  const { replyTo, asked } = countingMemory();
  const other = await makeRelease();
  for (const release of [made.release, other.release, made.release]) replyTo(headOf('/'), release);
  assert.equal(asked(), 3);
});

test('what has no reply is not remembered', () => {
  const { replyTo, asked } = countingMemory(() => undefined);
  assert.equal(replyTo(headOf('/')), undefined);
  assert.equal(replyTo(headOf('/')), undefined);
  assert.equal(asked(), 2);
});

test('a reply of several pieces, made for one request, is not remembered', () => {
  const body = [Buffer.from('a'), Buffer.from('b')];
  const { replyTo, asked } = countingMemory(() => ({ status: 200, headers: [], body }));
  assert.ok(replyTo(headOf('/')));
  assert.ok(replyTo(headOf('/')));
  assert.equal(asked(), 2);
});

test('a data file is remembered, a page is not: pages have a memory of their own', () => {
  const body = [Buffer.from('a')];
  const { replyTo, asked } = countingMemory(() => ({ status: 200, headers: [], body }));
  for (const head of [headOf('/reviews.json'), headOf('/reviews.json?a=b')]) {
    assert.equal(replyTo(head), replyTo(head));
  }
  assert.equal(asked(), 2);
  for (const target of ['/', '/', '/reviews/review-a/', '/robots.txt', '/robots.txt']) {
    assert.ok(replyTo(headOf(target)));
  }
  assert.equal(asked(), 2 + 5);
});

test('a head of more than 2 kB is left to the parser', () => {
  const { replyTo, asked } = countingMemory();
  const fits = headOf('/', { 'X-Long': 'x'.repeat(2048 - headOf('/', { 'X-Long': '' }).length) });
  assert.equal(fits.length, 2048);
  assert.ok(replyTo(fits));
  assert.equal(replyTo(fits.replace('X-Long: ', 'X-Long: x')), undefined);
  assert.equal(asked(), 1);
});

test('what is not one plain request is left to the parser', () => {
  const { replyTo, asked } = countingMemory();
  const head = headOf('/');
  for (const text of ['', head.slice(0, -1), head + head, headOf('POST /'), `${head}x`]) {
    assert.equal(replyTo(text), undefined);
  }
  assert.equal(asked(), 0);
});

test('1,024 replies are remembered at most', () => {
  const { replyTo, asked } = countingMemory();
  for (let index = 0; index < 1024; index++) replyTo(headOf(`/${index}`));
  replyTo(headOf('/0'));
  assert.equal(asked(), 1024 + 1, 'the memory was full and began anew');
  replyTo(headOf('/0'));
  assert.equal(asked(), 1024 + 1);
});
