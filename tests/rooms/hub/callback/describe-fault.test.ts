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

const OURS = [
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EADDRINUSE',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EACCES',
  'EPERM',
  'UND_ERR_DESTROYED',
  'UND_ERR_CLOSED',
];
const UNANSWERED = ['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'UND_ERR_CONNECT_TIMEOUT'];
const ANSWERED = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EPROTO',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_SOCKET',
];
const AFTER = [
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_ABORTED',
  'HPE_INVALID_CONSTANT',
  'SOMETHING_NEW',
];

/** Code, fault while a name is resolved. */
const NAMES: Readonly<Record<string, Fault>> = {
  ENOTFOUND: 'silent',
  ENODATA: 'silent',
  EBADNAME: 'silent',
  EBADRESP: 'silent',
  EFORMERR: 'silent',
  EAI_AGAIN: 'local',
  ECONNREFUSED: 'local',
  ETIMEOUT: 'local',
  ESERVFAIL: 'local',
  EREFUSED: 'local',
  ECANCELLED: 'local',
  EMFILE: 'local',
};

function check(title: string, error: unknown, fault: Fault, message: string | RegExp) {
  test(title, () => {
    const found = describeFault(error);
    assert.equal(found.kind, 'unreached');
    assert.equal(found.fault, fault);
    if (typeof message === 'string') assert.equal(found.message, message);
    else assert.match(found.message, message);
    assert.doesNotMatch(found.message, /secret|\n/);
  });
}

for (const [code, fault] of Object.entries(NAMES)) {
  const error = new UnresolvedNameError('The name could not be resolved.', { cause: fail(code) });
  check(`${code} for a name is ${fault}`, error, fault, `The name could not be resolved: ${code}`);
}

for (const [fault, codes] of Object.entries({ OURS, UNANSWERED, ANSWERED })) {
  const before = fault === 'OURS' ? 'local' : fault === 'UNANSWERED' ? 'silent' : 'broken';
  const after = fault === 'OURS' ? 'local' : 'broken';
  for (const code of codes) {
    const unconnected = new UnconnectedError(false, fail(code));
    check(
      `${code} before TCP is ${before}`,
      unconnected,
      before,
      `No connection was made: ${code}`,
    );
    const unsecured = new UnconnectedError(true, fail(code));
    check(`${code} during TLS is ${after}`, unsecured, after, `TLS failed: ${code}`);
    check(`${code} after TLS is ${after}`, fail(code), after, code);
  }
}

for (const code of AFTER) check(`${code} is broken`, fail(code), 'broken', code);

check(
  'an empty answer for a name is silent',
  new UnresolvedNameError('The name has no address.'),
  'silent',
  'The name has no address.',
);
check('a blocked address is blocked', new BlockedAddressError('No.'), 'blocked', 'No.');
check('a crowded network is crowded', new CrowdedNetworkError('Many.'), 'crowded', 'Many.');
check(
  'a request that undici refuses is local',
  fail('UND_ERR_INVALID_ARG'),
  'local',
  'UND_ERR_INVALID_ARG',
);
check('an error without a code is broken', new TypeError('secret'), 'broken', 'TypeError');
check('a code that is a sentence is not passed on', fail('a secret\n'), 'broken', 'Error');
check('what is no error is broken', 'secret', 'broken', 'unknown error');

const SEVERAL: readonly (readonly [readonly string[], Fault])[] = [
  [['ENETUNREACH', 'ENETUNREACH'], 'local'],
  [['ENETUNREACH', 'ETIMEDOUT'], 'silent'],
  [['ETIMEDOUT', 'EHOSTUNREACH'], 'silent'],
  [['ENETUNREACH', 'ECONNREFUSED'], 'broken'],
  [['ETIMEDOUT', 'ECONNREFUSED', 'ENETUNREACH'], 'broken'],
  [[], 'silent'],
];

for (const [codes, fault] of SEVERAL) {
  const all = new AggregateError(codes.map(fail));
  const list = codes.join(', ');
  const plain = new UnconnectedError(false, all);
  check(`addresses that fail with '${list}' are ${fault}`, plain, fault, new RegExp(`${list}$`));
  // undici makes this of it where one of them timed out.
  const wrapped = Object.assign(new Error('secret', { cause: all }), {
    code: 'UND_ERR_CONNECT_TIMEOUT',
  });
  const error = new UnconnectedError(false, wrapped);
  check(`so they are where undici wraps '${list}'`, error, fault, new RegExp(`${list}$`));
}
