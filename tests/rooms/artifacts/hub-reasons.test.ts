import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_FAILURES } from '../../../sidecar/hub/hub-settings.ts';
import { explainEnd, explainFault } from '../../../site/artifacts/hub-reasons.ts';

test('a fault is explained by its code, its status or its class of statuses, or else by its kind', () => {
  for (const [fault, message, advice] of [
    [{ kind: 'status', status: 418 }, 'it answered 418', /^Answer 2xx/],
    [{ kind: 'status', status: 301 }, 'it answered 301, a redirect', /^Redirects are not followed/],
    [{ kind: 'status', status: 404 }, 'it answered 404', /may come twice/],
    [{ kind: 'status', status: 503 }, 'it answered 503', /^Your server failed/],
    [
      { kind: 'challenge', status: 201, code: 'LINE_FEED' },
      'it answered 201 with a line feed after the challenge',
      /without a line ending/,
    ],
    [{ kind: 'challenge', status: 200 }, 'it answered 200 without the challenge', /nothing else/],
    [{ kind: 'tls', code: 'CERT_HAS_EXPIRED' }, 'its certificate has expired', /^Renew/],
    [{ kind: 'tls', code: 'SOMETHING_NEW' }, 'the TLS handshake failed', /certificate/],
    [{ kind: 'response', code: 'ETIMEDOUT' }, 'it did not answer in time', /^Answer at once/],
  ] as const) {
    const found = explainFault(fault);
    assert.equal(found.message, message);
    assert.match(found.advice, advice);
  }
});

test('as many deliveries fail in the words as in the program', () => {
  assert.equal(explainEnd('failed').message, `${MAX_FAILURES} consecutive deliveries failed`);
});
