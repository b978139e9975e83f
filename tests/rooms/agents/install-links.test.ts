import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  claudeCodeCommand,
  clientConfig,
  clientNameOf,
  cursorLink,
  vsCodeLink,
} from '#agents/install-links.ts';
import { Slug } from '#dataset/scalars.ts';

const NAME = 'harbor-law-reviews';
const URLS = ['https://reviews.example/mcp', 'http://localhost:8787/mcp', 'http://[::1]:80/mcp'];

test('a client lists the server by the business and what it is about', () => {
  assert.equal(clientNameOf({ id: 'harbor-law' }), NAME);
  assert.equal(clientNameOf({ id: 'acme-reviews' }), 'acme-reviews');
});

test('the name has only letters, digits and hyphens, so that commands need no quotes', () => {
  const slug = fc
    .stringMatching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .filter((id) => Slug.safeParse(id).success);
  fc.assert(
    fc.property(slug, (id) => assert.match(clientNameOf({ id }), /^[A-Za-z0-9-]+$/)),
    { numRuns: 50 },
  );
});

for (const url of URLS) {
  test(`Cursor reads name and address from its link: ${url}`, () => {
    const link = new URL(cursorLink(NAME, url));
    assert.equal(link.protocol, 'cursor:');
    assert.equal(link.host + link.pathname, 'anysphere.cursor-deeplink/mcp/install');
    assert.deepEqual([...link.searchParams.keys()], ['name', 'config']);
    assert.equal(link.searchParams.get('name'), NAME);
    assert.deepEqual(JSON.parse(atob(link.searchParams.get('config') ?? '')), { url });
  });

  test(`Visual Studio Code reads its entry from its link: ${url}`, () => {
    const link = new URL(vsCodeLink(NAME, url));
    assert.equal(link.protocol, 'vscode:');
    assert.equal(link.pathname, 'mcp/install');
    const entry: unknown = JSON.parse(decodeURIComponent(link.search.slice(1)));
    assert.deepEqual(entry, { name: NAME, type: 'http', url });
  });

  test(`the command of Claude Code is one line of words: ${url}`, () => {
    assert.deepEqual(claudeCodeCommand(NAME, url).split(' '), [
      ...['claude', 'mcp', 'add', '--transport', 'http'],
      NAME,
      url,
    ]);
  });

  test(`other clients get an entry as JSON: ${url}`, () => {
    assert.deepEqual(JSON.parse(clientConfig(NAME, url)), {
      mcpServers: { [NAME]: { type: 'http', url } },
    });
  });
}
