import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Unreached } from '../../../../sidecar/hub/callback/callback-client.ts';
import {
  BlockedAddressError,
  CrowdedNetworkError,
  describeFault,
  UnconnectedError,
  UnresolvedNameError,
} from '../../../../sidecar/hub/callback/describe-fault.ts';

type Fault = Unreached['fault'];

/** Strangers' text is in the message, to show that it is not passed on. */
function fail(code: string) {
  return Object.assign(new Error(`secret.test\n${code}`), { code });
}

function check(error: unknown, fault: Fault, message: string) {
  assert.deepEqual(describeFault(error), { kind: 'unreached', fault, message });
}

test('a name that is unknown is silent; one that could not be asked for is our own fault', () => {
  for (const [fault, codes] of [
    ['silent', 'ENOTFOUND ENODATA EBADNAME EBADRESP EFORMERR'],
    ['local', 'EAI_AGAIN ECONNREFUSED ETIMEOUT ESERVFAIL EREFUSED ECANCELLED EMFILE'],
  ] as const) {
    for (const code of codes.split(' ')) {
      const message = 'The name could not be resolved';
      const error = new UnresolvedNameError(`${message}.`, { cause: fail(code) });
      check(error, fault, `${message}: ${code}`);
    }
  }
  check(new UnresolvedNameError('The name has no address.'), 'silent', 'The name has no address.');
});

test('a code before TCP, during TLS and after it shows whose fault it is', () => {
  const ours = 'ENETUNREACH ENETDOWN EADDRNOTAVAIL EADDRINUSE EMFILE ENFILE ENOBUFS ENOMEM EACCES';
  for (const [codes, before, after] of [
    [`${ours} EPERM UND_ERR_CLOSED UND_ERR_INVALID_ARG`, 'local', 'local'],
    ['ETIMEDOUT EHOSTUNREACH EHOSTDOWN UND_ERR_CONNECT_TIMEOUT', 'silent', 'broken'],
    ['ECONNREFUSED ECONNRESET CERT_HAS_EXPIRED UND_ERR_SOCKET', 'broken', 'broken'],
    ['ERR_TLS_CERT_ALTNAME_INVALID HPE_INVALID_CONSTANT SOMETHING_NEW', 'broken', 'broken'],
  ] as const) {
    for (const code of codes.split(' ')) {
      const unconnected = new UnconnectedError(false, fail(code));
      check(unconnected, before, `No connection was made: ${code}`);
      check(new UnconnectedError(true, fail(code)), after, `TLS failed: ${code}`);
      check(fail(code), after, code);
    }
  }
});

test('what has no code is named by its kind, and strangers’ text is not passed on', () => {
  check(new BlockedAddressError('No.'), 'blocked', 'No.');
  check(new CrowdedNetworkError('Many.'), 'crowded', 'Many.');
  check(new TypeError('secret'), 'broken', 'TypeError');
  check(fail('a secret\n'), 'broken', 'Error');
  check('secret', 'broken', 'unknown error');
});

test('of several addresses the one that answered counts, or else one that was silent', () => {
  for (const [codes, fault] of [
    [['ENETUNREACH', 'ENETUNREACH'], 'local'],
    [['ENETUNREACH', 'ETIMEDOUT'], 'silent'],
    [['ETIMEDOUT', 'EHOSTUNREACH'], 'silent'],
    [['ENETUNREACH', 'ECONNREFUSED'], 'broken'],
    [['ETIMEDOUT', 'ECONNREFUSED', 'ENETUNREACH'], 'broken'],
    [[], 'silent'],
  ] as const) {
    const all = new AggregateError(codes.map(fail));
    // undici makes this of it where one of them timed out.
    const wrapped = Object.assign(new Error('secret', { cause: all }), {
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
    for (const error of [all, wrapped]) {
      const found = describeFault(new UnconnectedError(false, error));
      assert.equal(found.fault, fault, codes.join());
      assert.ok(found.message.endsWith(codes.join(', ')));
      assert.doesNotMatch(found.message, /secret|\n/);
    }
  }
});
