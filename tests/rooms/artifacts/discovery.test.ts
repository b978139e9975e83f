import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MCP_PATH, PROTOCOL_VERSIONS, serverInfoOf } from '#agents/server-info.ts';
import { artifactAt } from '#artifacts/catalog.ts';
import {
  AiCatalog,
  RegistryEntry,
  renderAiCatalog,
  renderRegistryEntry,
  renderServerCard,
  ServerCard,
} from '#artifacts/discovery.ts';
import { contentOf } from '../../support/reviews.ts';
import { datasetOf } from './sample-datasets.ts';

const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
const { business } = contentOf();

for (const [baseUrl, name, host] of [
  ['https://reviews.example', 'example.reviews/reviews', 'reviews.example'],
  ['http://localhost:8787', 'localhost/reviews', 'localhost'],
] as const) {
  const dataset = datasetOf({}, baseUrl);

  test(`the card names the server, and where to connect: ${baseUrl}`, () => {
    const { title, description, version, icons } = serverInfoOf(dataset);
    assert.deepEqual(parse(renderServerCard(dataset)), {
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name,
      version,
      title,
      description,
      websiteUrl: `${baseUrl}/`,
      icons,
      remotes: [
        {
          type: 'streamable-http',
          url: `${baseUrl}/mcp`,
          supportedProtocolVersions: [...PROTOCOL_VERSIONS],
        },
      ],
    });
  });

  test(`the catalog of the origin leads to the card: ${baseUrl}`, () => {
    const { title } = serverInfoOf(dataset);
    const { specVersion, entries } = AiCatalog.parse(parse(renderAiCatalog(dataset)));
    assert.equal(specVersion, '1.0');
    assert.deepEqual(entries, [
      {
        identifier: `urn:air:${host}:mcp:reviews`,
        displayName: title,
        type: 'application/mcp-server-card+json',
        url: `${baseUrl}/mcp/server-card`,
      },
    ]);
    const [entry] = entries;
    assert.equal(artifactAt(new URL(entry?.url ?? '').pathname)?.mediaType, entry?.type);
  });

  test(`the entry of the registry says the same as the card: ${baseUrl}`, () => {
    const entry = RegistryEntry.parse(parse(renderRegistryEntry(dataset)));
    const { $schema, icons, remotes, ...card } = ServerCard.parse(parse(renderServerCard(dataset)));
    assert.deepEqual(entry, {
      ...card,
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      remotes: [{ type: 'streamable-http', url: baseUrl + MCP_PATH }],
    });
  });
}

test('cards and entries stay valid where names are long', () => {
  const host = `${'a'.repeat(60)}.`.repeat(4);
  const long = datasetOf(
    { business: { ...business, name: '👩‍⚖️ of Law '.repeat(30) } },
    `https://${host}example`,
  );
  assert.ok(ServerCard.safeParse(parse(renderServerCard(long))).success);
  assert.ok(RegistryEntry.safeParse(parse(renderRegistryEntry(long))).success);
  assert.ok(AiCatalog.safeParse(parse(renderAiCatalog(long))).success);
});
