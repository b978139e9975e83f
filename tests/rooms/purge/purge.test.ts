import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { pathsOfReview } from '#release/page-addresses.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import { continueLog } from '#search/changes/kept-log.ts';
import { MAX_GONE, MAX_LISTED, Purger } from '../../../sidecar/purge/purge.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import type { Release } from '../../../sidecar/release/release.ts';
import { BUSINESS, type Files } from '../../support/content-files.ts';
import { createFolder } from '../../support/content-folder.ts';
import { createSupervised } from '../../support/manual-clock.ts';
import { BASE_URL, makeRelease, NEW_LOG } from '../../support/release.ts';
import { sampleReview } from '../../support/sample-content.ts';

const Body = z.strictObject({
  ordinal: z.int(),
  urls: z.array(z.string()),
  tags: z.array(z.string()),
});
type Changes = Parameters<typeof continueLog>[1];

const WITHOUT: Files = { 'business.yaml': BUSINESS, ...sampleReview('stays', '2026-10-01') };
const WITH: Files = { ...WITHOUT, ...sampleReview('goes', '2026-10-02') };
const EDITED: Files = { ...WITHOUT, ...sampleReview('stays', '2026-10-01', {}, 'Edited.') };
const row = (id: string, kind: Changes[number]['kind']) => [{ id, kind, newest: '2026-10-02' }];

/** A release, and one after it with these changes. */
async function follow(
  { release, log }: { readonly release?: Release; readonly log: ChangeLog },
  content: Files,
  changes: Changes,
  vanished: string[] = [],
) {
  const next = release ? continueLog(log, changes, Date.now()) : log;
  const made = await makeRelease(content, { log: next, vanished });
  return { release: { ...made.release, ordinal: (release?.ordinal ?? 0) + 1 }, log: next };
}

const first = await follow({ log: NEW_LOG }, WITH, []);
const edited = await follow(first, { ...WITH, ...EDITED }, row('stays', 'edited'));
const taken = await follow(edited, EDITED, row('goes', 'removed'), ['/archive/2026/09/']);

/** A purger in front of a webhook that answers with these in turn, and 200 after them. */
function start(t: TestContext, answers: (number | Promise<number> | Error)[] = []) {
  const supervised = createSupervised();
  const asked: z.infer<typeof Body>[] = [];
  const headers: (string | null)[] = [];
  const file = join(createFolder(t), 'purged');
  const ending = new AbortController();
  const restart = ({ signal: stopping } = new AbortController()) => {
    const current = new CurrentRelease();
    const purger = new Purger({
      url: 'https://purger.example/geheim',
      authorization: 'Bearer of-the-tests',
      file,
      async fetch(_url, request) {
        asked.push(Body.parse(JSON.parse(String(request?.body))));
        headers.push(new Headers(request?.headers).get('Authorization'));
        const aborted = Promise.withResolvers<Error>();
        request?.signal?.addEventListener('abort', () => aborted.resolve(new Error('aborted')));
        const answer = await Promise.race([answers.shift(), aborted.promise]);
        if (answer instanceof Error) throw answer;
        return new Response(null, { status: answer ?? 200 });
      },
      supervisor: supervised.supervisor,
      stopping,
      log: () => {},
    });
    current.on('swapped', purger.purge);
    return async (...releases: readonly { readonly release: Release }[]) => {
      for (const { release } of releases) current.swap(release);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    };
  };
  return { ...supervised, asked, headers, ending, restart, serve: restart(ending) };
}

const urlsOf = (id: string) => pathsOfReview(id).map((path) => BASE_URL + path);

test('a swap purges the reviews and files that changed, what is gone first, and what shows many', async (t) => {
  const { serve, asked, headers } = start(t);
  await serve(first);
  await serve(edited);
  await serve(taken, taken);
  const [, edit, takedown, ...more] = asked;
  assert.deepEqual(more, []);
  assert.deepEqual([edit?.ordinal, edit?.tags], [2, ['reviews', 'r-stays']]);
  const { urls = [] } = edit ?? {};
  assert.ok(urls.includes(`${BASE_URL}/reviews.json`));
  assert.ok(!urls.includes(`${BASE_URL}/mcp/server.json`));
  assert.deepEqual(urls.slice(-3), urlsOf('stays'));
  assert.deepEqual([takedown?.ordinal, takedown?.tags], [3, ['reviews', 'r-goes']]);
  assert.deepEqual(takedown?.urls.slice(0, 4), [...urlsOf('goes'), `${BASE_URL}/archive/2026/09/`]);
  assert.deepEqual(new Set(headers), new Set(['Bearer of-the-tests']));
});

test('one request at a time: what changes meanwhile is one, and a failed one is part of the next', async (t) => {
  const answer = Promise.withResolvers<number>();
  const { serve, asked, supervisor, clock, lines } = start(t, [
    ...[200, answer.promise, 503, new Error('https://purger.example/geheim is down')],
  ]);
  await serve(first);
  await serve(edited);
  await serve(first, edited);
  assert.equal(asked.length, 2);
  answer.resolve(503);
  await serve();
  // At once, for what came meanwhile; then, after a pause.
  assert.equal(asked.length, 3);
  const [fault] = supervisor.faults;
  assert.deepEqual(
    [fault?.kind, fault?.code, fault?.message],
    ['purge', 'PURGE_REFUSED', 'the purge of caches: PURGE_URL answered 503'],
  );
  await clock.advance(1_000);
  assert.deepEqual(asked[3]?.tags, ['reviews', 'r-stays']);
  assert.equal(supervisor.faults[0]?.code, 'PURGE_FAILED');
  await clock.advance(2_000);
  assert.deepEqual(asked[4], asked[3]);
  assert.deepEqual(supervisor.faults, []);
  assert.doesNotMatch(JSON.stringify(lines), /geheim/);
  await clock.advance(120_000);
  assert.equal(asked.length, 5);
});

test('the end of the service ends a request, and the next start repeats it', async (t) => {
  const { serve, restart, asked, ending, supervisor, lines } = start(t, [
    ...[200, Promise.withResolvers<number>().promise],
  ]);
  await serve(first);
  await serve(edited);
  supervisor.stop();
  ending.abort();
  await serve();
  assert.match(lines[0]?.line ?? '', /gave no answer; it is retried at the next start$/);
  await serve(taken);
  assert.equal(asked.length, 2);
  await restart()(taken);
  assert.deepEqual(asked[2]?.tags, ['reviews', 'r-goes', 'r-stays']);
});

test('a takedown is an attempt at once, however long the pause is', async (t) => {
  const { serve, asked, supervisor } = start(t, [200, 500]);
  await serve(first);
  await serve(edited);
  assert.equal(supervisor.faults.length, 1);
  await serve(taken);
  assert.deepEqual(asked[2]?.tags, ['reviews', 'r-goes', 'r-stays']);
  assert.deepEqual(supervisor.faults, []);
});

test('a start purges what changed since the last success, and anything if that is unknown', async (t) => {
  const { serve, restart, asked } = start(t, [200, 500]);
  await serve(first);
  assert.deepEqual(asked[0]?.tags, ['reviews']);
  assert.ok(asked[0]?.urls.includes(`${BASE_URL}/mcp/server.json`));
  await serve(edited);
  const starts = [
    [[edited], ['reviews', 'r-stays']],
    [[edited], undefined],
    [[taken], ['reviews', 'r-goes']],
    // Its log began again.
    [[await follow({ log: { ...NEW_LOG, id: 'q'.repeat(16) } }, EDITED, [])], ['reviews']],
  ] as const;
  for (const [releases, tags] of starts) {
    const count = asked.length;
    await restart()(...releases);
    assert.deepEqual(asked[count]?.tags, tags);
  }
});

/** Changes of as many reviews, and their files. */
const changeMany = (count: number, kind: Changes[number]['kind']) => {
  const rows = Array.from({ length: count }, (_, index) => row(`many-${index}`, kind)).flat();
  const files = rows.map(({ id }) => sampleReview(id, '2026-10-01'));
  return { rows, files: Object.assign({}, ...files) };
};

test('beyond bounds, a request has takedowns and files, and tags of takedowns first', async (t) => {
  const { rows, files } = changeMany(MAX_LISTED, 'added');
  const next = await follow(first, { ...WITHOUT, ...files }, [...rows, ...row('goes', 'removed')]);
  const { serve, asked } = start(t);
  await serve(first);
  await serve(next);
  const { urls = [], tags = [] } = asked[1] ?? {};
  assert.deepEqual([tags.slice(0, 2), tags.length], [['reviews', 'r-goes'], MAX_LISTED]);
  assert.deepEqual(urls.slice(0, 3), urlsOf('goes'));
  assert.ok(urls.includes(`${BASE_URL}/reviews.json`));
  assert.ok(!urls.includes(urlsOf('many-0')[0] ?? ''));
});

test('each of many takedowns is named, with its addresses, and the newest before older ones', async (t) => {
  const { rows } = changeMany(2 * MAX_GONE, 'removed');
  const many = await follow(first, WITH, rows);
  const next = await follow(many, WITHOUT, row('goes', 'removed'));
  const { serve, restart, asked } = start(t, [200, 200, 200, new Error('down')]);
  await serve(first);
  await serve(many, next);
  assert.equal(asked.length, 4);
  // Not all of them were sent: the mark is still the one before.
  await restart()(next);
  for (const requests of [asked.slice(1, 4), asked.slice(4)]) {
    const tags = new Set(requests.flatMap((body) => body.tags));
    const urls = new Set(requests.flatMap((body) => body.urls));
    for (const { id } of [...rows, ...row('goes', 'removed')]) {
      assert.ok(tags.has(`r-${id}`));
      assert.ok(urls.isSupersetOf(new Set(urlsOf(id))));
    }
    assert.ok(requests.every((body) => Math.max(body.tags.length, body.urls.length) <= MAX_LISTED));
  }
});
