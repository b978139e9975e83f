import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { SIGNATURE_ALGORITHMS } from '../../../../sidecar/hub/hub-settings.ts';
import {
  createNotificationHeaders,
  createVerificationParameters,
} from '../../../../sidecar/hub/work/requests.ts';
import { intentOf } from './hub-in-process.ts';

test('H27 §7.1: the algorithm is named before the signature of the exact bytes', () => {
  const body = ['what do ya ', 'want for nothing?'].map((piece) => Buffer.from(piece));
  const held = { topic: 'https://a.test/', mediaType: 'text/css', body };
  const sign = (secret: string, algorithm: (typeof SIGNATURE_ALGORITHMS)[number]) =>
    Object.values(createNotificationHeaders(held, 'https://a.test/hub', algorithm, secret)).at(-1);
  // RFC 4231, test case 2.
  const known = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  assert.equal(sign('Jefe', 'sha256'), `sha256=${known}`);
  const secret = 'geheim: éé';
  for (const algorithm of SIGNATURE_ALGORITHMS) {
    const hmac = createHmac(algorithm, Buffer.from(secret)).update(Buffer.concat(body));
    assert.equal(sign(secret, algorithm), `${algorithm}=${hmac.digest('hex')}`);
  }
});

test('a verification repeats the topic as it was written', () => {
  const topicAsGiven = 'https://reviews.example/reviews%2Ejson';
  const sent = createVerificationParameters(intentOf({ topicAsGiven }), 'c');
  assert.equal(sent['hub.topic'], topicAsGiven);
});
