import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readyJson } from '#agents/ready-json.ts';
import { unlessBusy } from '#agents/tools/unless-busy.ts';
import { HttpError } from '../../../../sidecar/http/http-error.ts';

test('an answer is passed on', async () => {
  const answer = { ok: true, json: readyJson('{}') } as const;
  assert.equal(await unlessBusy(async () => answer), answer);
});

test('an error with the status 503 is a failure with its message', async () => {
  const answer = await unlessBusy(() => Promise.reject(new HttpError(503, 'Ask again.')));
  assert.deepEqual(answer, { ok: false, message: 'Ask again.' });
});

test('every other error is thrown on', async () => {
  for (const error of [new HttpError(500, 'Broken.'), new Error('503'), undefined, 'a text']) {
    await assert.rejects(
      unlessBusy(() => Promise.reject(error)),
      (thrown) => thrown === error,
    );
  }
});
