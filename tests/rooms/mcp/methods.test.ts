import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { TOOLS } from '#agents/agents.ts';
import { METHODS, type Method, runMethod } from '../../../sidecar/mcp/methods.ts';
import { CurrentRelease } from '../../../sidecar/release/current-release.ts';
import { makeRelease } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';

const made = await makeRelease();
const { release } = made;

test('a fault of ours is logged once and told without its details', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const fail = () => Promise.reject(new Error('secret detail'));
  const current = new CurrentRelease();
  current.swap(release);
  const run = runMethod(fail, {}, { current, log, tools: TOOLS });
  await assert.rejects(run, { code: -32_603, data: undefined, message: /^(?!.*secret)/ });
  assert.equal(lines.length, 1);
  assert.match(JSON.stringify(lines[0]), /secret detail/);
});

test('a review that is read during its takedown is not sent', async () => {
  const REMOVED = `${SAMPLE_CONTENT['removed.yaml']}- { id: review-a, dateRemoved: 2026-11-19, reason: court-order }\n`;
  const content = { ...SAMPLE_CONTENT, 'removed.yaml': REMOVED };
  const { release: after } = await makeRelease(content, { previous: made.manifest });
  const current = new CurrentRelease();
  current.swap(release);
  const held = Promise.withResolvers<void>();
  const call: Method = async (...asked) => {
    const result = await METHODS.get('tools/call')?.(...asked);
    await held.promise;
    return result ?? {};
  };
  const params = { name: 'get_review', arguments: { id: 'review-a' } };
  const answering = { current, log: pino({ level: 'silent' }), tools: TOOLS };
  const running = runMethod(call, params, answering);
  await setImmediate();
  current.swap(after);
  held.resolve();
  const answer = JSON.stringify(await running);
  assert.doesNotMatch(answer, /kept me informed/);
  assert.match(answer, /"isError":true/);
});
