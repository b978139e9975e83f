import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { explainEnd } from '#artifacts/hub-reasons.ts';
import { ATOM_TYPE } from '#artifacts/media-types.ts';
import { appendQuery } from '../../../sidecar/hub/callback/callback-url.ts';
import { createNotificationHeaders } from '../../../sidecar/hub/work/requests.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const page = readFileSync(join(REPOSITORY, 'site/docs/websub.md'), 'utf8');
const [verification = '', answer = '', notification = '', denied = ''] = [
  ...page.matchAll(/```http\n(.*?)```/gs),
].map(([, example]) => example);
const topic = 'http://localhost:8787/feed.xml';

test('the documented requests to a callback are written as the hub writes them', () => {
  const challenge = answer.split('\n\n')[1]?.trim() ?? '';
  assert.match(challenge, /^[\w-]{43}$/);
  const asked = { 'hub.challenge': challenge, 'hub.lease_seconds': '864000' };
  for (const [request, mode, rest] of [
    [verification, 'subscribe', asked],
    [denied, 'denied', { 'hub.reason': explainEnd('failed').message }],
  ] as const) {
    const fields = { 'hub.mode': mode, 'hub.topic': topic, ...rest };
    const line = `GET ${appendQuery('/push/5b0c1f7e', fields)} HTTP/1.1\nHost: `;
    // The first line is folded.
    assert.ok(request.replaceAll('\n  ', '').startsWith(line), request);
  }
});

test('a documented notification has the headers that the hub sends', () => {
  const hubUrl = 'http://localhost:8787/api/websub/hub';
  const held = { topic, mediaType: ATOM_TYPE, body: [] };
  const headers = createNotificationHeaders(held, hubUrl, 'sha256', undefined);
  for (const [name, value] of Object.entries(headers)) {
    assert.ok(notification.includes(`\n${name}: ${value}\n`), name);
  }
});
