import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_URL_BYTES } from '../../sidecar/http/request.ts';
import { CurrentRelease } from '../../sidecar/release/current-release.ts';
import { ANSWER_MEMORY_BYTES, Answers } from '../../sidecar/routes/answers/answers.ts';
import { retainedMemory } from '../support/measure.ts';
import { makeRelease } from '../support/release.ts';
import { numberedContent } from '../support/sample-content.ts';

/*
 * Memory is measured in a process of its own: beside thousands of other tests, one garbage collection
 * takes longer than everything here.
 */

test('a flood of different questions takes a bounded amount of memory, and none once its release is replaced', async () => {
  const { release: before, manifest: previous } = await makeRelease(numberedContent(1, 60));
  const { release: after } = await makeRelease(numberedContent(2, 60), { previous });
  const current = new CurrentRelease();
  // Held by nothing else.
  await current.swap({ ...before, corpus: { ...before.corpus } });
  const answers = new Answers(current);
  const [gzip, longest] = [{ 'accept-encoding': 'gzip' }, 'x'.repeat(MAX_URL_BYTES - 20)];
  const request = { method: 'GET', headers: gzip } as const;
  const flood = async (from: number, to: number) => {
    for (let index = from; index < to; index++) {
      const make = () => ({ body: [Buffer.from(`${index} `.repeat(800))], headers: [] });
      await answers.reply(`/since?${index}${longest}`, request, make);
    }
  };
  await flood(0, 10);
  const start = await retainedMemory();
  await flood(10, 6_000);
  const taken = (await retainedMemory()) - start;
  assert.ok(taken > ANSWER_MEMORY_BYTES / 2 && taken < ANSWER_MEMORY_BYTES * 1.1, `${taken} bytes`);
  await current.swap(after);
  const left = (await retainedMemory()) - start;
  assert.ok(left < 1_000_000, `${left} bytes`);
});
