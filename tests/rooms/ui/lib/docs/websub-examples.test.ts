import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appendQuery,
  createCallbackRules,
} from '../../../../../sidecar/hub/callback/callback-url.ts';
import { parseIntent } from '../../../../../sidecar/hub/request.ts';
import { createNotificationHeaders } from '../../../../../sidecar/hub/work/requests.ts';
import {
  askCommand,
  deniedRequest,
  notificationRequest,
  VERIFICATION_ANSWER,
  verificationRequest,
} from '../../../../../site/ui/lib/docs/websub-examples.ts';

const EXAMPLE = {
  hub: 'https://reviews.example/api/websub/hub',
  topic: 'https://reviews.example/feed.xml',
  mediaType: 'application/atom+xml',
};
const { topic, mediaType, hub: hubUrl } = EXAMPLE;

const callbackPorts = [{ first: 443, last: 443 }];

test('the hub takes what the commands send', () => {
  for (const mode of ['subscribe', 'unsubscribe'] as const) {
    const fields = [...askCommand(EXAMPLE, mode).matchAll(/--data-urlencode '([^=]+)=([^']*)'/g)];
    const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
    const { value } = parseIntent(Buffer.from(String(form)), {
      topics: [topic],
      lease: { default: 10, min: 60, max: 2_592_000 },
      callbacks: createCallbackRules({ allowedCidrs: ['::1/128'], callbackPorts }, hubUrl),
    });
    assert.deepEqual([value?.mode, value?.topic], [mode, topic]);
  }
});

test('the requests to the callback are written as the hub writes them', () => {
  const challenge = VERIFICATION_ANSWER.split('\n\n')[1] ?? '';
  assert.match(challenge, /^[\w-]{43}$/);
  for (const [request, mode, rest] of [
    [
      verificationRequest(EXAMPLE),
      'subscribe',
      [
        ['hub.challenge', challenge],
        ['hub.lease_seconds', '864000'],
      ],
    ],
    [deniedRequest(EXAMPLE), 'denied', [['hub.reason', '3 consecutive deliveries failed']]],
  ] as const) {
    const fields = [['hub.mode', mode], ['hub.topic', topic], ...rest] as const;
    const line = `GET ${appendQuery('/push/5b0c1f7e', fields)} HTTP/1.1\nHost: `;
    // The first line is folded.
    assert.ok(request.replaceAll('\n  ', '').startsWith(line), request);
  }
});

test('a notification has the headers that the hub sends', () => {
  const rules = { hubUrl, topic, mediaType, secret: undefined, algorithm: 'sha256' } as const;
  for (const [name, value] of Object.entries(createNotificationHeaders(rules, []))) {
    assert.ok(notificationRequest(EXAMPLE).includes(`\n${name}: ${value}\n`), name);
  }
});
