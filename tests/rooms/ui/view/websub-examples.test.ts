import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendQuery } from '../../../../sidecar/hub/callback/callback-url.ts';
import { parseIntent } from '../../../../sidecar/hub/request/request.ts';
import { createNotificationHeaders } from '../../../../sidecar/hub/work/notification.ts';
import {
  askCommand,
  deniedRequest,
  notificationRequest,
  VERIFICATION_ANSWER,
  verificationRequest,
} from '../../../../site/ui/view/websub-examples.ts';

const EXAMPLE = {
  hub: 'https://reviews.example/api/websub/hub',
  topic: 'https://reviews.example/feed.xml',
  mediaType: 'application/atom+xml',
};

/** Undoes the folding of the first line. */
const unfold = (request: string) => request.replaceAll('\n  ', '');

for (const mode of ['subscribe', 'unsubscribe'] as const) {
  test(`the hub takes what the command to ${mode} sends`, () => {
    const fields = [...askCommand(EXAMPLE, mode).matchAll(/--data-urlencode '([^=]+)=([^']*)'/g)];
    const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));

    const parsed = parseIntent(Buffer.from(String(form)), {
      topics: [EXAMPLE.topic],
      lease: { default: 10, min: 60, max: 2_592_000 },
      parseCallback: (callback) => ({ callback, host: new URL(callback).hostname }),
    });

    assert.ok(parsed.value, JSON.stringify(parsed));
    assert.equal(parsed.value.mode, mode);
    assert.equal(parsed.value.topic, EXAMPLE.topic);
  });
}

test('the requests to the callback are written as the hub writes them', () => {
  const target = '/push/5b0c1f7e';
  const verification = unfold(verificationRequest(EXAMPLE));
  const challenge = VERIFICATION_ANSWER.split('\n\n')[1] ?? '';
  const expected = appendQuery(target, [
    ['hub.mode', 'subscribe'],
    ['hub.topic', EXAMPLE.topic],
    ['hub.challenge', challenge],
    ['hub.lease_seconds', '864000'],
  ]);

  assert.ok(verification.startsWith(`GET ${expected} HTTP/1.1\nHost: `), verification);
  assert.match(challenge, /^[\w-]{43}$/);

  const denied = appendQuery(target, [
    ['hub.mode', 'denied'],
    ['hub.topic', EXAMPLE.topic],
    ['hub.reason', '3 consecutive deliveries failed'],
  ]);
  assert.ok(unfold(deniedRequest(EXAMPLE)).startsWith(`GET ${denied} HTTP/1.1\n`));
});

test('a notification has the headers that the hub sends', () => {
  const shown = notificationRequest(EXAMPLE);
  const { hub: hubUrl, topic, mediaType } = EXAMPLE;
  const headers = createNotificationHeaders(
    { hubUrl, topic, mediaType, secret: undefined, algorithm: 'sha256' },
    [],
  );

  for (const [name, value] of Object.entries(headers)) {
    assert.ok(shown.includes(`\n${name}: ${value}\n`), name);
  }
});
