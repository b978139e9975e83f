import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../../support/ask.ts';
import { atEnd } from '../../support/at-end.ts';
import {
  connectClient,
  connectSessionClient,
  type McpClient,
} from '../../support/mcp-sdk-clients.ts';
import { BASE_URL } from '../../support/release.ts';
import { SAMPLE_CONTENT } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

const { url } = await startService({ after }, { content: SAMPLE_CONTENT });
await waitUntil(
  'there are pages',
  async () => (await ask(url, '/reviews/review-a/')).status === 200,
);

/** Questions for every tool, with what is known of the answer. */
const CALLS: readonly (readonly [name: string, given: Record<string, unknown>, part: RegExp])[] = [
  ['get_business', {}, /Harbor Law/],
  ['search_reviews', { query: 'informed', limit: 1 }, /"total":/],
  ['search_reviews', { response_format: 'concise' }, /review-a/],
  ['get_review', { id: 'review-b' }, /Straße <\/script>/],
  ['get_insights', {}, /"entities"/],
  ['list_entities', { type: 'technician' }, /Elena Muñoz/],
  ['get_review_stats', { group_by: 'year' }, /2024/],
];

type Kind = {
  readonly name: string;
  readonly version: string;
  readonly connect: () => Promise<McpClient>;
};

const MODERN = '2026-07-28';
const KINDS: readonly Kind[] = [
  {
    name: 'the client of the older SDK',
    version: '2025-11-25',
    connect: () => connectSessionClient(url),
  },
  {
    name: 'the client of the newer SDK without negotiation',
    version: '2025-11-25',
    connect: () => connectClient(url, 'legacy'),
  },
  {
    name: 'the client of the newer SDK with negotiation',
    version: MODERN,
    connect: () => connectClient(url, 'auto'),
  },
  {
    name: `the client of the newer SDK that takes ${MODERN} only`,
    version: MODERN,
    connect: () => connectClient(url, { pin: MODERN }),
  },
];

for (const { name, version, connect } of KINDS) {
  test(`${name} can use all that there is`, async (t) => {
    const client = await connect();
    atEnd(t, client.close);
    assert.equal(client.version, version);
    assert.match(client.instructions ?? '', /Harbor Law/);
    assert.ok(client.server?.name);
    assert.equal(client.sessionId() === undefined, version === MODERN);

    const tools = await client.listTools();
    assert.deepEqual(
      tools.map((tool) => tool.name),
      [...new Set(CALLS.map(([tool]) => tool))],
    );
    // The clients check what is answered against the schemas that were listed.
    for (const [tool, given, part] of CALLS) {
      const { structuredContent, content, isError } = await client.callTool(tool, given);
      assert.ok(!isError, `${tool} ${JSON.stringify(content)}`);
      assert.match(JSON.stringify(structuredContent), part);
    }
    const refused = await client.callTool('get_review', { id: 'no-such-review' });
    assert.equal(refused.isError, true);
    await assert.rejects(client.callTool('no_such_tool', {}), { code: -32_602 });

    const resources = await client.listResources();
    assert.ok(resources.length >= 4);
    for (const { uri } of resources) {
      const published = await ask(url, uri.slice(BASE_URL.length));
      assert.equal(await client.readText(uri), published.text);
    }
    const [since, page] = (await client.listTemplates()).map(({ uriTemplate }) => uriTemplate);
    assert.ok(since && page);
    assert.match(await client.readText(since.replace('{date}', '2026-10-01')), /review-a/);
    assert.match(await client.readText(page.replace('{id}', 'review-a')), /<!doctype html>/i);
    // Which code a client makes of it is its own affair.
    await assert.rejects(client.readText(`${BASE_URL}/nothing`), /no resource/);

    const prompts = await client.listPrompts();
    assert.equal(prompts.length, 3);
    const given = { technician: 'elena-munoz' };
    assert.match(await client.getPrompt('technician_profile', given), /Elena Muñoz/);
    const prompt = { type: 'ref/prompt', name: 'technician_profile' } as const;
    assert.deepEqual(await client.complete(prompt, 'technician', 'ele'), ['Elena Muñoz']);
    const ids = await client.complete({ type: 'ref/resource', uri: page }, 'id', 'review-');
    assert.equal(ids.length, 5);

    if (version === MODERN) await assert.rejects(client.ping());
    else await client.ping();
  });
}

test('a client that wants a revision that nobody has is refused', async () => {
  await assert.rejects(connectClient(url, { pin: '2099-01-01' }));
});

test('many clients at once are each answered what they asked', async (t) => {
  const clients = await Promise.all(KINDS.map(({ connect }) => connect()));
  atEnd(t, () => Promise.all(clients.map(({ close }) => close())).then(() => {}));
  const ids = ['review-a', 'review-b', 'review-c', 'review-d', 'review-e'];
  await Promise.all(
    clients.flatMap((client) =>
      ids.map(async (id) => {
        const { structuredContent } = await client.callTool('get_review', { id });
        assert.match(JSON.stringify(structuredContent), new RegExp(`"id":"${id}"`));
      }),
    ),
  );
});
