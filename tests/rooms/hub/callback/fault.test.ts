import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeFault,
  StepError,
  type Unreached,
} from '../../../../sidecar/hub/callback/fault.ts';

type Step = Unreached['fault'];

/** Strangers' text is in the message, to show that it is not passed on. */
function fail(code: string) {
  return Object.assign(new Error(`secret.test\n${code}`), { code });
}

const faultOf = (step: Step, cause?: unknown) => describeFault(new StepError(step, cause)).fault;

test('a name that is unknown has its fault; one that could not be asked for is our own', () => {
  for (const [fault, codes] of [
    ['name', 'ENOTFOUND ENODATA EBADNAME EBADRESP EFORMERR'],
    ['local', 'EAI_AGAIN ECONNREFUSED ETIMEOUT ETIMEDOUT ESERVFAIL EREFUSED ECANCELLED EMFILE'],
  ] as const) {
    for (const code of codes.split(' ')) {
      const found = describeFault(new StepError('name', fail(code)));
      assert.deepEqual([found.fault, found.code], [fault, code]);
    }
  }
  assert.deepEqual(describeFault(new StepError('name')), {
    kind: 'unreached',
    fault: 'name',
    code: undefined,
    message: 'its host name has no address',
  });
});

test('the step at which a code comes is the fault, unless the code says that it is ours', () => {
  const ours = 'ENETUNREACH ENETDOWN EADDRNOTAVAIL EADDRINUSE EMFILE ENFILE ENOBUFS ENOMEM EACCES';
  const theirs = 'ETIMEDOUT EHOSTUNREACH ECONNREFUSED ECONNRESET CERT_HAS_EXPIRED SOMETHING_NEW';
  for (const step of ['connection', 'tls', 'response'] as const) {
    for (const code of `${ours} EPERM UND_ERR_CLOSED UND_ERR_INVALID_ARG`.split(' ')) {
      assert.equal(faultOf(step, fail(code)), 'local', code);
    }
    for (const code of theirs.split(' ')) assert.equal(faultOf(step, fail(code)), step, code);
  }
  assert.equal(describeFault(fail('HPE_INVALID_CONSTANT')).fault, 'response');
});

test('faults are said in words for people, which hold nothing of strangers', () => {
  for (const [step, code, said] of [
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed; use one of a public authority/],
    ['tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /issuer .* not known .* intermediate/],
    ['tls', 'ETIMEDOUT', /handshake took too long/],
    ['tls', 'SOMETHING_NEW', /no TLS handshake/],
    ['connection', 'ECONNREFUSED', /nothing listens/],
    ['response', 'ETIMEDOUT', /did not answer in time/],
    ['response', 'HPE_INVALID_CONSTANT', /no valid HTTP answer/],
    ['name', 'ECONNREFUSED', /no name server/],
  ] as const) {
    const { message } = describeFault(new StepError(step, fail(code)));
    assert.match(message, said);
    assert.doesNotMatch(message, /secret|\n/);
  }
  for (const error of [new TypeError('secret'), fail('a secret\n'), 'secret']) {
    const { code, message } = describeFault(error);
    assert.deepEqual([code, message], [undefined, 'it gave no valid HTTP answer']);
  }
  assert.equal(faultOf('address'), 'address');
  assert.equal(faultOf('crowded'), 'crowded');
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
    const wrapped = Object.assign(new Error('secret', { cause: all }), {
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
    for (const error of [all, wrapped]) {
      const found = describeFault(new StepError('connection', error));
      assert.deepEqual([found.fault, found.code], [fault, code]);
    }
  }
});
