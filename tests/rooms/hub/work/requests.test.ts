import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '../../../../sidecar/hub/hub-settings.ts';
import {
  createNotificationHeaders,
  createVerificationParameters,
} from '../../../../sidecar/hub/work/requests.ts';
import { HUB_BASE_URL, intentOf } from './hub-in-process.ts';

const FACTS = {
  hubUrl: `${HUB_BASE_URL}/api/websub/hub`,
  topic: `${HUB_BASE_URL}/feed.xml`,
  mediaType: 'application/atom+xml',
  secret: undefined,
  algorithm: 'sha256',
} as const;

test('H27 §7.1: the algorithm is named before the signature of the exact bytes', () => {
  const body = ['what do ya ', 'want for nothing?'].map((piece) => Buffer.from(piece));
  const sign = (secret: string, algorithm: SignatureAlgorithm) =>
    createNotificationHeaders({ ...FACTS, secret, algorithm }, body)['X-Hub-Signature'];
  // RFC 4231, test case 2.
  const known = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  assert.equal(sign('Jefe', 'sha256'), `sha256=${known}`);
  const secret = 'geheim: éé';
  for (const algorithm of SIGNATURE_ALGORITHMS) {
    const hmac = createHmac(algorithm, Buffer.from(secret)).update(Buffer.concat(body));
    assert.equal(sign(secret, algorithm), `${algorithm}=${hmac.digest('hex')}`);
  }
});

test('a verification repeats the topic as it was written, and the verify_token', () => {
  const topicAsGiven = 'https://reviews.example/reviews%2Ejson';
  const intent = { ...intentOf({ topicAsGiven, verifyToken: 't' }), challenge: 'c' };
  const { 'hub.topic': topic, 'hub.verify_token': token } = Object.fromEntries(
    createVerificationParameters(intent),
  );
  assert.deepEqual([topic, token], [topicAsGiven, 't']);
});
