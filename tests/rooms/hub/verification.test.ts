import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideVerification } from '../../../sidecar/hub/work/verifier.ts';

const CHALLENGE = 'Zm9vYmFyX2Jheg-_';
const decide = (status: number, body: string | Buffer) =>
  decideVerification(
    { kind: 'answered', status, retryAfter: undefined, body: Buffer.from(body) },
    CHALLENGE,
    0,
  );
const unreached = (fault: 'blocked' | 'crowded' | 'local' | 'silent' | 'broken') => {
  return { kind: 'unreached', fault, message: 'no answer came' } as const;
};

test('H17 §5.3.1: a 2xx with the challenge agrees; any other status refuses, even with it', () => {
  for (const status of [200, 204, 226]) {
    assert.deepEqual(decide(status, CHALLENGE), { kind: 'confirmed' });
  }
  for (const status of [199, 302, 404, 410, 500]) {
    assert.equal(decide(status, CHALLENGE).kind, 'refused', `${status}`);
  }
});

test('H17 §5.3.1: a 200 whose body is not the challenge alone refuses', () => {
  for (const body of [
    '',
    `${CHALLENGE}\n`,
    ` ${CHALLENGE}`,
    CHALLENGE.toLowerCase(),
    CHALLENGE.slice(0, -1),
    `\u{feff}${CHALLENGE}`,
  ]) {
    assert.equal(decide(200, body).kind, 'refused', body);
  }
});

test('where no answer came the callback is asked twice more, and then no more', () => {
  const at = (attempts: number) =>
    decideVerification(unreached('silent'), CHALLENGE, attempts, [10, 60]);
  assert.deepEqual(at(0), { kind: 'postponed', attempts: 1, afterMs: 10_000 });
  assert.deepEqual(at(1), { kind: 'postponed', attempts: 2, afterMs: 60_000 });
  assert.equal(at(2).kind, 'refused');
});

test('verifications are repeated also where deliveries are not', () => {
  const verdict = decideVerification(unreached('broken'), CHALLENGE, 0, []);
  assert.deepEqual(verdict, { kind: 'postponed', attempts: 1, afterMs: 10_000 });
});

test('a forbidden address is not asked again', () => {
  assert.equal(decideVerification(unreached('blocked'), CHALLENGE, 0).kind, 'refused');
});

test('a crowded network is asked later, and that is no attempt', () => {
  const verdict = decideVerification(unreached('crowded'), CHALLENGE, 2);
  assert.deepEqual(verdict, { kind: 'postponed', attempts: 2, afterMs: 6_000 });
});
