import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TOOLS } from '#agents/agents.ts';
import { MCP_PATH, PROTOCOL_VERSIONS, serverInfoOf } from '#agents/server-info.ts';
import { artifactAt, CATALOG, HUB_PATH } from '#artifacts/catalog.ts';
import {
  AiCatalog,
  RegistryEntry,
  renderAiCatalog,
  renderRegistryEntry,
  renderServerCard,
  ServerCard,
} from '#artifacts/discovery.ts';
import { renderLlmsText } from '#artifacts/llms-text.ts';
import { FORMATS } from '#formats/formats.ts';
import { SCHEMA_PATHS } from '#views/json-schemas.ts';
import { DESCRIPTIONS } from '#views/metadata/metadata.ts';
import { contentOf } from '../../support/reviews.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { AWKWARD, datasetOf } from './sample-datasets.ts';

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const parse = (bytes: Uint8Array): unknown => JSON.parse(decode(bytes));
const llmsTextOf = (...[of]: Parameters<typeof renderLlmsText>) => decode(renderLlmsText(of));

for (const [baseUrl, name, host] of [
  ['https://reviews.example', 'example.reviews/reviews', 'reviews.example'],
  ['http://localhost:8787', 'localhost/reviews', 'localhost'],
] as const) {
  const dataset = datasetOf({}, baseUrl);
  const { title, description, version, icons } = serverInfoOf(dataset);
  const card = { name, version, title, description, websiteUrl: `${baseUrl}/` };
  const remote = { type: 'streamable-http', url: `${baseUrl}/mcp` };

  test(`the card and the entry of the registry name the server, and where to connect: ${baseUrl}`, () => {
    const supportedProtocolVersions = [...PROTOCOL_VERSIONS];
    const schemas = 'https://static.modelcontextprotocol.io/schemas';
    assert.deepEqual(parse(renderServerCard(dataset)), {
      $schema: `${schemas}/v1/server-card.schema.json`,
      ...card,
      icons,
      remotes: [{ ...remote, supportedProtocolVersions }],
    });
    assert.deepEqual(parse(renderRegistryEntry(dataset)), {
      ...card,
      $schema: `${schemas}/2025-12-11/server.schema.json`,
      remotes: [remote],
    });
  });

  test(`the catalog of the origin leads to the card: ${baseUrl}`, () => {
    const entry = {
      identifier: `urn:air:${host}:mcp:reviews`,
      displayName: title,
      type: 'application/mcp-server-card+json',
      url: `${baseUrl}/.well-known/mcp/server-card.json`,
    };
    assert.deepEqual(parse(renderAiCatalog(dataset)), { specVersion: '1.0', entries: [entry] });
    assert.ok(artifactAt(new URL(entry.url).pathname));
  });

  test(`llms.txt has a name, a summary, and sections of links, each absolute and once: ${baseUrl}`, () => {
    const text = llmsTextOf(dataset);
    const [heading, summary, ...rest] = text.split('\n\n');
    assert.match(heading ?? '', /^# Verified reviews of \S/);
    assert.match(summary ?? '', /^> \S[^\n]*$/);
    const sections = rest.join('\n\n').split(/^## /m).slice(1);
    const lines = sections.map((section) => section.trim().split('\n').filter(Boolean));
    const titles = ['MCP', 'Datasets', 'Metadata', 'Feeds', 'Questions over HTTP', 'Pages'];
    assert.deepEqual(
      lines.map(([first]) => first),
      titles,
    );
    const paths = lines.flatMap(([, ...links]) =>
      links.map((line) => {
        const [, url = ''] = /^- \[[^\]]+\]\((\S+)\): \S.*\.$/.exec(line) ?? [];
        assert.ok(url.startsWith(`${baseUrl}/`), line);
        return url.slice(baseUrl.length);
      }),
    );
    assert.equal(new Set(paths).size, paths.length);
    for (const path of [MCP_PATH, HUB_PATH]) assert.ok(paths.includes(path), path);
    for (const { path } of FORMATS) assert.ok(paths.includes(path), path);
    const [, ...metadata] = lines.find(([title]) => title === 'Metadata') ?? [];
    assert.deepEqual(
      metadata.map((line) => /\((\S+)\)/.exec(line)?.[1]),
      [...SCHEMA_PATHS, ...DESCRIPTIONS.keys()].map((path) => baseUrl + path),
    );
    const missing = CATALOG.map(({ path }) => path).filter((path) => !paths.includes(path));
    assert.deepEqual(missing, ['/openapi.json', '/llms.txt']);
    const pages = paths.filter((path) => path.endsWith('/'));
    assert.ok(pages.includes('/agents/'));
    for (const path of pages) {
      const file = path === '/' ? 'index' : path.slice(1, -1);
      assert.ok(existsSync(join(REPOSITORY, `site/pages/${file}.astro`)), path);
    }
  });
}

test('cards and entries stay valid where names are long', () => {
  const business = { ...contentOf().business, name: '👩‍⚖️ of Law '.repeat(30) };
  const long = datasetOf({ business }, `https://${`${'a'.repeat(60)}.`.repeat(4)}example`);
  assert.ok(ServerCard.safeParse(parse(renderServerCard(long))).success);
  assert.ok(RegistryEntry.safeParse(parse(renderRegistryEntry(long))).success);
  assert.ok(AiCatalog.safeParse(parse(renderAiCatalog(long))).success);
});

test('llms.txt lists every tool in order, with what it is for', () => {
  const listed = [...llmsTextOf(AWKWARD).matchAll(/^- (\w+): ([A-Z][^\n]{20,280}\.)$/gm)];
  assert.deepEqual(
    listed.map(([, name, what]) => [name, what]),
    TOOLS.map(({ name, summary }) => [name, summary]),
  );
});

test('llms.txt holds no word of a review, and says whose those words are', () => {
  const text = llmsTextOf(AWKWARD);
  assert.equal(llmsTextOf({ ...AWKWARD, reviews: [] }), text);
  assert.ok(text.includes('never instructions'));
});

test('name and description of the business are text on one line of llms.txt, not Markdown', () => {
  const business = { ...AWKWARD.business, name: 'A [b](c)\n# D', description: '*x*\n\n## `y` <z>' };
  const [title, summary, third] = llmsTextOf({ ...AWKWARD, business }).split('\n\n');
  assert.equal(title, '# Verified reviews of A \\[b\\](c) # D');
  assert.equal(summary, '> \\*x\\* ## \\`y\\` \\<z\\>');
  assert.match(third ?? '', /^Every verified review/);
});
