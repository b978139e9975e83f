import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { CATALOG, HUB_PATH } from '#artifacts/catalog.ts';
import { FIXED_PAGES } from '#release/page-addresses.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { BASE_URL } from '../../artifacts/sample-datasets.ts';
import { makeDescription } from './make-description.ts';

// RFC 9264 §4.2.2 and §4.2.3; the relations are registered ones.
const Targets = z.array(z.strictObject({ href: z.url(), type: z.string().optional() })).min(1);
const Linkset = z.strictObject({
  linkset: z.array(
    z.strictObject({
      anchor: z.url(),
      item: Targets.optional(),
      'service-desc': Targets.optional(),
      'service-doc': Targets.optional(),
      'service-meta': Targets.optional(),
      status: Targets.optional(),
    }),
  ),
});

const { linkset } = Linkset.parse(JSON.parse(await makeDescription('/.well-known/api-catalog')));

test('the catalog has each interface as an item, and what describes it (RFC 9727 §4)', () => {
  const [catalog, ...interfaces] = linkset;
  assert.equal(catalog?.anchor, `${BASE_URL}/.well-known/api-catalog`);
  const items = catalog.item?.map(({ href }) => href);
  assert.deepEqual(
    items,
    ['/', '/mcp', HUB_PATH].map((path) => BASE_URL + path),
  );
  assert.deepEqual(
    interfaces.map(({ anchor }) => anchor),
    items,
  );
  for (const described of interfaces) assert.ok(described['service-doc']);
});

test('every link leads to what is published, as the type that it names', () => {
  const typeOf = new Map<string, string>([
    ...CATALOG.map(({ path, mediaType }) => [path, mediaType] as const),
    ...[...DESCRIPTIONS].map(([path, { mediaType }]) => [path, mediaType] as const),
    ...FIXED_PAGES.map((path) => [path, 'text/html; charset=utf-8'] as const),
    ['/healthz', 'application/json'],
  ]);
  const targets = linkset.flatMap(({ anchor: _, item: __, ...relations }) =>
    Object.values(relations).flatMap((found = []) => found),
  );
  assert.equal(targets.length, 7);
  for (const { href, type } of targets) {
    assert.ok(href.startsWith(`${BASE_URL}/`));
    assert.equal(typeOf.get(href.slice(BASE_URL.length)), type, href);
  }
});

test('its media type names the profile (RFC 9727 §5)', () => {
  assert.equal(
    DESCRIPTIONS.get('/.well-known/api-catalog')?.mediaType,
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
});
