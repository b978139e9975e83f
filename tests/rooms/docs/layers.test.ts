import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

/** What a folder may not import. */
const FORBIDDEN: readonly (readonly [string, string])[] = [
  ['sidecar/http', '../../site/artifacts/encode-variants.ts ../../scripts/build.ts'],
  ['sidecar/http', '../routes/since.ts @modelcontextprotocol/node'],
  ['sidecar/hub', 'undici'],
  ['sidecar/hub/callback', 'pg @modelcontextprotocol/server'],
  ['sidecar/hub/delivery', 'pg'],
  ['sidecar/hub/store', 'undici'],
  ['sidecar/mcp', 'undici pg ../../site/agents/tool.ts'],
  ['sidecar/render', 'astro ../../site/ui/format/date.ts ../../scripts/bundle.ts'],
  ['sidecar/routes', '@modelcontextprotocol/sdk/types.js'],
  ['site', '../sidecar/config.ts @modelcontextprotocol/server'],
  ['site/agents', '#artifacts/encode-variants.ts node:fs @modelcontextprotocol/server'],
  ['site/artifacts', '#release/publication.ts node:child_process'],
  ['site/artifacts', '@modelcontextprotocol/sdk/types.js'],
  ['site/dataset', '#search/request/issue.ts node:fs feed'],
  ['site/formats', '#release/publication.ts #artifacts/catalog.ts #agents/tool.ts node:fs'],
  ['site/insights', '#search/request/issue.ts node:fs #agents/tool.ts'],
  ['site/openapi', '#release/publication.ts node:fs'],
  ['site/pages', '#openapi/openapi.ts ../../sidecar/config.ts express/lib/express.js'],
  ['site/pages', '#search/run-search.ts @modelcontextprotocol/server #release/published-source.ts'],
  ['site/pages', '#dataset/dataset.ts #insights/insights.ts'],
  ['site/release', '#openapi/openapi.ts ../../sidecar/config.ts'],
  ['site/search', '#artifacts/encode-variants.ts node:worker_threads node:http'],
  ['site/ui', '../../sidecar/config.ts'],
  ['site/ui/view', '#dataset/dataset.ts #insights/insights.ts'],
  ['site/release', '#views/views.ts #formats/formats.ts'],
  ['site/views', '#release/release.ts #agents/tool.ts #openapi/openapi.ts node:fs'],
];

const cases = FORBIDDEN.flatMap(([folder, names]) =>
  names.split(' ').map((name) => ({ folder, name })),
);

// One run over a folder with a file a case: the linter starts slowly.
const folder = createFolder({ after });
const refused = lintCases();

for (const [index, { folder, name }] of cases.entries()) {
  test(`the linter forbids ${folder} to import ${name}`, () => {
    assert.ok(refused.includes(index));
  });
}

/** Lints a file that imports a name, for each case. Returns the numbers of those refused. */
function lintCases(): number[] {
  cpSync(join(REPOSITORY, '.biome.json'), join(folder, '.biome.json'));
  for (const [index, { folder: within, name }] of cases.entries()) {
    const path = join(folder, within, `case-${index}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import a from '${name}';\n\nconsole.log(a);\n`);
  }
  const biome = join(REPOSITORY, 'node_modules/.bin/biome');
  const flags = ['--vcs-enabled=false', '--only=style/noRestrictedImports'];
  const { stdout, stderr, error } = spawnSync(biome, ['lint', ...flags, '--max-diagnostics=none'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(error, undefined);
  return [...`${stdout}${stderr}`.matchAll(/case-(\d+)\.ts:1/g)].map(([, index]) => Number(index));
}
