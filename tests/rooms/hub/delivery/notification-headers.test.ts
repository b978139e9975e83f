import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createNotificationHeaders } from '../../../../sidecar/hub/delivery/notification-headers.ts';
import { SIGNATURE_ALGORITHMS } from '../../../../sidecar/hub/hub-settings.ts';

const FACTS = {
  hubUrl: 'https://reviews.example/api/websub/hub',
  topic: 'https://reviews.example/feed.xml',
  mediaType: 'application/atom+xml',
  secret: undefined,
  algorithm: 'sha256',
} as const;
const BODY = Buffer.from('<feed>„Größe“ 😀</feed>\n');

test('without a secret there are the media type and one Link field, and nothing else', () => {
  assert.deepEqual(createNotificationHeaders(FACTS, [BODY]), {
    'Content-Type': 'application/atom+xml',
    Link: '<https://reviews.example/api/websub/hub>; rel="hub", <https://reviews.example/feed.xml>; rel="self"',
  });
});

test('the signature is that of RFC 4231, test case 2', () => {
  const headers = createNotificationHeaders(
    { ...FACTS, secret: 'Jefe' },
    ['what do ya ', 'want for nothing?'].map((piece) => Buffer.from(piece)),
  );

  assert.equal(
    headers['X-Hub-Signature'],
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

for (const algorithm of SIGNATURE_ALGORITHMS) {
  test(`${algorithm} is named before the signature of the exact bytes`, () => {
    const secret = 'geheim: éé';

    const headers = createNotificationHeaders({ ...FACTS, secret, algorithm }, [BODY]);

    const expected = createHmac(algorithm, Buffer.from(secret, 'utf8')).update(BODY).digest('hex');
    assert.equal(headers['X-Hub-Signature'], `${algorithm}=${expected}`);
  });
}

test('bytes that are no text are signed as they are', () => {
  const secret = 's';
  const odd = Uint8Array.of(0xff, 0xfe, 0x00, 0x80);

  const headers = createNotificationHeaders({ ...FACTS, secret }, [odd]);

  const expected = createHmac('sha256', secret).update(odd).digest('hex');
  assert.equal(headers['X-Hub-Signature'], `sha256=${expected}`);
});
