import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notificationLink, topicLink } from '#artifacts/catalog.ts';

const HUB = 'https://reviews.example/api/websub/hub';
const TOPIC = 'https://reviews.example/feed.xml';

/** As simple readers take a Link field apart. */
const relationsOf = (field: string) =>
  field
    .split(', ')
    .map((link) => [...link.split('; ')].map((part) => part.replaceAll(/[<>]/g, '')));

test('WebSub §4: a file names the hub first, as some subscribers take the first link for the hub', () => {
  assert.deepEqual(relationsOf(topicLink(HUB, TOPIC)), [
    [HUB, 'rel="hub"'],
    [TOPIC, 'rel="self"'],
  ]);
});

test('WebSub §7: a notification names its topic first, as pubsubhubbub of npm takes the first link for the topic', () => {
  assert.deepEqual(relationsOf(notificationLink(HUB, TOPIC)), [
    [TOPIC, 'rel="self"'],
    [HUB, 'rel="hub"'],
  ]);
});
