import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../../../sidecar/http/http-error.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import type { Release } from '../../../sidecar/release/release.ts';
import { Answers } from '../../../sidecar/routes/answers/answers.ts';
import { replyWithView } from '../../../sidecar/routes/views.ts';
import { makeRelease } from '../../support/release.ts';
import { NO_TOOLS } from '../../support/review-source.ts';

const { release } = await makeRelease();

/** Asks for a view of a release that no other test has asked. */
async function createViews(served: Release, tools = NO_TOOLS) {
  const current = new CurrentRelease();
  await current.swap(served);
  const answers = new Answers({ current });
  return async (path: string) =>
    replyWithView({ current, answers, tools }, path, { method: 'GET', headers: {} });
}

test('all who ask at once share one making', async () => {
  let heads = 0;
  const head = async () => {
    heads++;
    await setImmediate();
    return release.published.head();
  };
  const view = await createViews({ ...release, published: { ...release.published, head } });
  const asked = Array.from({ length: 20 }, () => view('/reviews/review-a.md'));
  const [first, ...others] = await Promise.all(asked);
  assert.equal(heads, 1);
  for (const other of others) assert.deepEqual(other, first);
});

test('an image that cannot be made now is made for the next who asks, and then remembered', async () => {
  const bytes = Buffer.from('an image');
  const results = [Promise.reject(new HttpError(503, 'Not now.')), Promise.resolve(bytes)];
  const rasterize = async () => results.shift() ?? assert.fail('It was made twice.');
  const view = await createViews(release, { ...NO_TOOLS, rasterize });
  await assert.rejects(view('/og.png'), { status: 503 });
  for (let count = 0; count < 2; count++) assert.deepEqual((await view('/og.png'))?.body, [bytes]);
});
