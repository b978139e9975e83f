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

const OURS =
  'ENETUNREACH ENETDOWN EADDRNOTAVAIL EADDRINUSE EMFILE ENFILE ENOBUFS ENOMEM EACCES EPERM UND_ERR_CLOSED UND_ERR_INVALID_ARG';
const UNANSWERED = 'ETIMEDOUT EHOSTUNREACH EHOSTDOWN UND_ERR_CONNECT_TIMEOUT';
const ANSWERED =
  'ECONNREFUSED ECONNRESET CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID UND_ERR_SOCKET';
const AFTER = 'UND_ERR_HEADERS_TIMEOUT UND_ERR_ABORTED HPE_INVALID_CONSTANT SOMETHING_NEW';

/** Codes while a name is resolved. */
const NAMES = {
  silent: 'ENOTFOUND ENODATA EBADNAME EBADRESP EFORMERR',
  local: 'EAI_AGAIN ECONNREFUSED ETIMEOUT ESERVFAIL EREFUSED ECANCELLED EMFILE',
} as const;

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

for (const fault of ['silent', 'local'] as const) {
  for (const code of NAMES[fault].split(' ')) {
    const error = new UnresolvedNameError('The name could not be resolved.', { cause: fail(code) });
    check(
      `${code} for a name is ${fault}`,
      error,
      fault,
      `The name could not be resolved: ${code}`,
    );
  }
}

for (const [codes, before, after] of [
  [OURS, 'local', 'local'],
  [UNANSWERED, 'silent', 'broken'],
  [ANSWERED, 'broken', 'broken'],
] as const) {
  for (const code of codes.split(' ')) {
    const unconnected = new UnconnectedError(false, fail(code));
    const message = `No connection was made: ${code}`;
    check(`${code} before TCP is ${before}`, unconnected, before, message);
    const unsecured = new UnconnectedError(true, fail(code));
    check(`${code} during TLS is ${after}`, unsecured, after, `TLS failed: ${code}`);
    check(`${code} after TLS is ${after}`, fail(code), after, code);
  }
}

for (const code of AFTER.split(' ')) check(`${code} is broken`, fail(code), 'broken', code);

check(
  'an empty answer for a name is silent',
  new UnresolvedNameError('The name has no address.'),
  'silent',
  'The name has no address.',
);
check('a blocked address is blocked', new BlockedAddressError('No.'), 'blocked', 'No.');
check('a crowded network is crowded', new CrowdedNetworkError('Many.'), 'crowded', 'Many.');
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
