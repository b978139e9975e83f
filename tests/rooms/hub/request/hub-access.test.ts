import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHubAccess } from '../../../../sidecar/hub/request/hub-access.ts';
import { createFakeDoor, HUB_SETTINGS } from '../../../support/fake-door.ts';

const BASE_URL = 'https://reviews.example';
const access = (settings = {}) =>
  createHubAccess(createFakeDoor().door, { ...HUB_SETTINGS, ...settings }, BASE_URL);

test('§6 there are three topics below the public origin', () => {
  assert.deepEqual(access().rules.topics.toSorted(), [
    'https://reviews.example/api/feed.json',
    'https://reviews.example/feed.xml',
    'https://reviews.example/reviews.json',
  ]);
  assert.equal(access().url, 'https://reviews.example/api/websub/hub');
});

test('callbacks are judged by the settings', () => {
  const judge = (callback: string, settings = {}) =>
    'problem' in access(settings).rules.parseCallback(callback) ? 'refused' : 'taken';
  assert.equal(judge('https://subscriber.example/'), 'taken');
  assert.equal(judge('http://subscriber.example/'), 'refused');
  assert.equal(judge('https://subscriber.example:1023/'), 'refused');
  const callbackPorts = [{ first: 1023, last: 1023 }];
  assert.equal(judge('https://subscriber.example:1023/', { callbackPorts }), 'taken');
  assert.equal(judge('https://127.0.0.1/'), 'refused');
  assert.equal(judge('https://127.0.0.1/', { allowedCidrs: ['127.0.0.0/8'] }), 'taken');
});
