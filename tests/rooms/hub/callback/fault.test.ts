import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeFault,
  StepError,
  type Unreached,
} from '../../../../sidecar/hub/callback/fault.ts';

/** The message is a stranger's. */
const fail = (code: string) => Object.assign(new Error(`secret.test\n${code}`), { code });

/** What a request failed with, as its fault and code. */
function describe(error: unknown) {
  const { fault, code } = describeFault(error);
  return [fault, code];
}

const failAt = (step: Unreached['fault'], code: string) =>
  describe(new StepError(step, fail(code)));

test('a fault is that of the step where it came, unless its code says that our side failed', () => {
  for (const step of ['connection', 'tls', 'response'] as const) {
    for (const code of ['ENETUNREACH', 'EMFILE', 'UND_ERR_CLOSED']) {
      assert.deepEqual(failAt(step, code), ['local', code]);
    }
    for (const code of ['ETIMEDOUT', 'CERT_HAS_EXPIRED', 'SOMETHING_NEW']) {
      assert.deepEqual(failAt(step, code), [step, code]);
    }
  }
  for (const [fault, codes] of [
    ['name', 'ENOTFOUND ENODATA EBADNAME EBADRESP EFORMERR'],
    ['local', 'EAI_AGAIN ECONNREFUSED ETIMEOUT ETIMEDOUT ESERVFAIL EREFUSED ECANCELLED EMFILE'],
  ] as const) {
    for (const code of codes.split(' ')) assert.deepEqual(failAt('name', code), [fault, code]);
  }
  for (const step of ['name', 'address', 'crowded'] as const) {
    assert.deepEqual(describe(new StepError(step)), [step, undefined]);
  }
  assert.deepEqual(describe(fail('HPE_INVALID_CONSTANT')), ['response', 'HPE_INVALID_CONSTANT']);
  assert.deepEqual(describe(new TypeError('secret')), ['response', undefined]);
  assert.deepEqual(describe('secret'), ['response', undefined]);
});

test('of several addresses the one that answered counts, or else one that was silent', () => {
  for (const [codes, fault, code] of [
    [['ENETUNREACH', 'ENETUNREACH'], 'local', 'ENETUNREACH'],
    [['ENETUNREACH', 'ETIMEDOUT'], 'connection', 'ETIMEDOUT'],
    [['ETIMEDOUT', 'EHOSTUNREACH'], 'connection', 'EHOSTUNREACH'],
    [['ETIMEDOUT', 'ECONNREFUSED', 'ENETUNREACH'], 'connection', 'ECONNREFUSED'],
    [[], 'connection', undefined],
  ] as const) {
    const all = new AggregateError(codes.map(fail));
    // undici makes this of it where one of them timed out.
    const wrapped = Object.assign(new Error('x', { cause: all }), { code: 'UND_ERR_CONNECT' });
    for (const error of [all, wrapped]) {
      assert.deepEqual(describe(new StepError('connection', error)), [fault, code]);
    }
  }
});
