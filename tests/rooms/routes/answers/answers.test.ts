import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { continueLog } from '#search/changes/kept-log.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import type { Reply } from '../../../../sidecar/http/reply.ts';
import { CurrentRelease, MAX_TRIES } from '../../../../sidecar/release/current-release.ts';
import type { Release } from '../../../../sidecar/release/release.ts';
import { Answers } from '../../../../sidecar/routes/answers/answers.ts';
import { answerSearch } from '../../../../sidecar/routes/search.ts';
import { answerSince } from '../../../../sidecar/routes/since.ts';
import { makeRelease, NEW_LOG } from '../../../support/release.ts';
import { numberedContent } from '../../../support/sample-content.ts';

const { release: before, manifest: previous } = await makeRelease(numberedContent(1, 60));
const { release: after } = await makeRelease(numberedContent(2, 60), { previous });
const GZIP = { method: 'GET', headers: { 'accept-encoding': 'gzip' } } as const;
const DATE = '0001-01-01';
const search = (release: Release) => answerSearch(release, 'limit=100');

/** Answers of the older release, and what swaps in the newer one. */
function serve() {
  const current = new CurrentRelease();
  current.swap(before);
  return { current, answers: new Answers(current) };
}

const textOf = ({ body, headers }: Reply) => {
  const bytes = joinPieces(body);
  return (headers.includes('Content-Encoding') ? gunzipSync(bytes) : bytes).toString();
};

test('an answer and its coding are made once for all who ask meanwhile, and remembered', async () => {
  const { answers, current } = serve();
  let made = 0;
  const make = (release: Release) => {
    made++;
    return search(release);
  };
  const askMany = () =>
    Promise.all(Array.from({ length: 20 }, () => answers.reply('/search', GZIP, make)));
  const [first, ...others] = [...(await askMany()), ...(await askMany())];
  assert.ok(first);
  assert.ok(first.headers.includes('gzip'));
  for (const other of others) {
    assert.deepEqual(other.headers, first.headers);
    assert.equal(other.body[0], first.body[0], 'the very same bytes');
  }
  assert.equal(made, 1);
  current.swap(after);
  await askMany();
  assert.equal(made, 2);
});

for (const [when, swapLater] of [
  ['made', (swap: () => void) => swap()],
  // The threads of zlib take longer.
  ['compressed', (swap: () => void) => void setImmediate().then(swap)],
] as const) {
  test(`where another release is swapped in while an answer is ${when}, that one answers`, async () => {
    const { answers, current } = serve();
    const asked: number[] = [];
    const reply = await answers.reply('/search', GZIP, async (release) => {
      asked.push(release.ordinal);
      const answer = await search(release);
      if (release === before) swapLater(() => current.swap(after));
      return answer;
    });
    assert.deepEqual(asked, [before.ordinal, after.ordinal]);
    assert.ok(reply.headers.includes('gzip'));
    const text = textOf(reply);
    assert.ok(text.includes('edition-2.') && !text.includes('edition-1.'));
  });
}

test('where releases follow faster than answers, it is 503 after some tries', async () => {
  const { answers, current } = serve();
  let tries = 0;
  const overtaken = (release: Release) => {
    tries++;
    current.swap({ ...after, ordinal: release.ordinal + 1 });
    return search(release);
  };
  const busy = { status: 503, headers: { 'Retry-After': '2' } };
  await assert.rejects(answers.reply('/search', GZIP, overtaken), busy);
  assert.equal(tries, MAX_TRIES);
});

test('since was modified when what it holds was, and not by changes before its date', () => {
  const change = { id: 'one', kind: 'edited', newest: '2026-01-01' } as const;
  const log = continueLog(NEW_LOG, [change], Date.now());
  const changed = { ...before, changes: log };
  const modified = ['2026-01-01', '2026-01-02'].map(
    (date) => answerSince(changed, date).lastModified,
  );
  assert.deepEqual(modified, [log.rows[0]?.time, answerSince(before, DATE).lastModified]);
});
