import assert from 'node:assert/strict';
import type { CallbackClient } from '../../../../sidecar/hub/callback/callback-client.ts';

export const CHALLENGE = 'abcdef';
export const BODY = [Buffer.from('x')];

/** A time within which nothing ends that waits, and a client's options for it. */
export const TIMEOUT_MS = 1000;
export const SHORT = { timeoutMs: TIMEOUT_MS, verificationTimeoutMs: TIMEOUT_MS };
/** An answer within this was not waited for until the deadline, where that is not short. */
export const SOON_MS = 3000;

export function verify(client: CallbackClient, callback: string) {
  return client.get(callback, [['hub.challenge', CHALLENGE]], CHALLENGE.length);
}

export async function timed<Value>(work: Promise<Value>) {
  const start = performance.now();
  const value = await work;
  return { value, ms: performance.now() - start };
}

export function assertBroken(
  answer: Awaited<ReturnType<CallbackClient['post']>>,
  message?: RegExp,
) {
  assert.ok(answer.kind === 'unreached', JSON.stringify(answer));
  assert.equal(answer.fault, 'broken');
  if (message !== undefined) assert.match(answer.message, message);
}
