import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { continueLog, toChangeLog } from '#search/changes/kept-log.ts';
import { joinPieces, lengthOf } from '#search/corpus/pieces.ts';
import type { Reply } from '../../../../sidecar/http/reply.ts';
import { CurrentRelease } from '../../../../sidecar/release/current-release.ts';
import type { Release } from '../../../../sidecar/release/release.ts';
import { AnswerCoder } from '../../../../sidecar/routes/answers/answer-codings.ts';
import { Answers, MAX_TRIES } from '../../../../sidecar/routes/answers/answers.ts';
import { PreparedAnswer } from '../../../../sidecar/routes/answers/prepared-answer.ts';
import { answerSearch } from '../../../../sidecar/routes/search.ts';
import { answerSince } from '../../../../sidecar/routes/since.ts';
import { makeRelease, NEW_LOG } from '../../../support/release.ts';
import { numberedContent } from '../../../support/sample-content.ts';

const before = (await makeRelease(numberedContent(1, 60))).release;
const after = (await makeRelease(numberedContent(2, 60))).release;
const GZIP = { method: 'GET', headers: { 'accept-encoding': 'gzip' } } as const;
const DATE = '0001-01-01';
const since = (release: Release) => answerSince(release, DATE);
const search = (release: Release) => answerSearch(release, 'limit=100');

/** A coder whose work waits until it is let go on, and what it was asked for. */
function holdingCoder() {
  const coder = new AnswerCoder();
  const asked: string[] = [];
  const [hold, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const encode: AnswerCoder['encode'] = async (coding, body, length) => {
    asked.push(coding);
    started.resolve();
    await hold.promise;
    return (await coder.encode(coding, body, length)) ?? assert.fail('there is room');
  };
  return { encode, asked, started: started.promise, letGo: hold.resolve };
}

function serve(release: Release): CurrentRelease {
  const current = new CurrentRelease();
  current.swap(release);
  return current;
}

const textOf = ({ body, headers }: Reply) => {
  const bytes = joinPieces(body);
  return (headers.includes('Content-Encoding') ? gunzipSync(bytes) : bytes).toString();
};

test('an answer and its coding are made once for all who ask meanwhile', async () => {
  const coder = holdingCoder();
  const answers = new Answers({ current: serve(before), coder });
  let searches = 0;
  const make = (release: Release) => {
    searches++;
    return search(release);
  };
  const replies = Array.from({ length: 20 }, () => answers.reply('/search', GZIP, make));
  await coder.started;
  coder.letGo();
  const [first, ...others] = await Promise.all(replies);
  assert.ok(first?.headers.includes('gzip'));
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual([searches, coder.asked], [1, ['gzip']]);
  assert.deepEqual(answers.find(before, '/search', GZIP), first);
});

test('what fails is made again for the next who asks', async () => {
  const answers = new Answers({ current: serve(before) });
  const throws = () => assert.fail('no such date');
  for (const fail of [() => Promise.reject(new Error('no such date')), throws]) {
    await assert.rejects(answers.reply('/search', GZIP, fail), { message: 'no such date' });
  }
  assert.equal((await answers.reply('/search', GZIP, search)).status, 200);
});

test('where another release is swapped in meanwhile, the answer comes from that one', async () => {
  const current = serve(before);
  const coder = holdingCoder();
  const reply = new Answers({ current, coder }).reply('/search', GZIP, search);
  await coder.started;
  current.swap(after);
  coder.letGo();
  const text = textOf(await reply);
  assert.ok(text.includes('edition-2.') && !text.includes('edition-1.'));
  assert.equal(coder.asked.length, 2);
});

test('where releases follow faster than answers, the last try has no coding, and what cannot be made is 503', async () => {
  const current = serve(before);
  const coder = new AnswerCoder();
  const overtake = () => current.swap({ ...after, corpus: { ...after.corpus } });
  let asked = 0;
  const encode: AnswerCoder['encode'] = async (...work) => {
    asked++;
    const coded = await coder.encode(...work);
    overtake();
    return coded ?? assert.fail('there is room');
  };
  const answers = new Answers({ current, coder: { encode } });
  const reply = await answers.reply('/since', GZIP, since);
  assert.equal(asked, MAX_TRIES - 1);
  assert.ok(!reply.headers.includes('Content-Encoding'));
  assert.ok(textOf(reply).includes('edition-2.'));
  const overtaken = (release: Release) => {
    overtake();
    return search(release);
  };
  await assert.rejects(answers.reply('/search', GZIP, overtaken), {
    status: 503,
    headers: { 'Retry-After': '2' },
  });
});

test('where too many bodies wait for an encoder, one more is sent as it is', async () => {
  const answers = new Answers({ current: serve(before), coder: { encode: () => undefined } });
  const reply = await answers.reply('/since', GZIP, since);
  assert.ok(!reply.headers.includes('Content-Encoding'));
  assert.ok(reply.headers.includes('Vary'));
  assert.ok(textOf(reply).includes('edition-1.'));
  assert.equal(reply.headers[reply.headers.indexOf('ETag') + 1], since(before).etag);
});

test('a reply is remembered and counted, unless it is long, and but for what the release holds', async () => {
  const ofRelease = new Set(before.corpus.body.map(({ buffer }) => buffer));
  for (const [answer, isRemembered] of [
    [await answerSearch(before, 'limit=9'), true],
    [await search(before), false],
    [since(before), true],
  ] as const) {
    const prepared = new PreparedAnswer(answer);
    const reply = prepared.replyTo({ method: 'GET', headers: {} });
    assert.equal(prepared.replyTo({ method: 'GET', headers: {} }) === reply, isRemembered);
    const own = reply?.body.filter(({ buffer }) => !ofRelease.has(buffer)) ?? [];
    if (isRemembered) assert.ok(prepared.bytes >= lengthOf(own), String(lengthOf(own)));
  }
});

test('since was modified when what it holds was, and not by changes before its date', () => {
  const change = { id: 'one', kind: 'edited', newest: '2026-01-01' } as const;
  const log = continueLog(NEW_LOG, [change], Date.now());
  const changed = { ...before, changes: toChangeLog(log) };
  const modified = ['2026-01-01', '2026-01-02'].map(
    (date) => answerSince(changed, date).lastModified,
  );
  assert.deepEqual(modified, [log.rows[0]?.time, answerSince(before, DATE).lastModified]);
});

test('what a client knows is answered without compressing anything', async () => {
  const known = new Answers({ current: serve(before) });
  const { headers } = await known.reply('/since', GZIP, since);
  const etag = String(headers[headers.indexOf('ETag') + 1]);
  const encode = () => assert.fail('nothing is compressed');
  const answers = new Answers({ current: serve(before), coder: { encode } });
  const asked = { 'accept-encoding': 'br', 'if-none-match': etag };
  const reply = await answers.reply('/since', { method: 'GET', headers: asked }, since);
  assert.deepEqual([reply.status, reply.headers.includes(etag)], [304, true]);
});
