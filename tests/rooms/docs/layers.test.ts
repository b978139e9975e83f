import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';

const FORBIDDEN = [
  ['site/dataset/a.ts', '#search/issue.ts'],
  ['site/insights/a.ts', '#search/issue.ts'],
  ['site/insights/a.ts', 'node:fs'],
  ['site/search/a.ts', '#artifacts/encode-variants.ts'],
  ['site/search/a.ts', 'node:worker_threads'],
  ['site/artifacts/a.ts', '#release/publication.ts'],
  ['site/openapi/a.ts', '#release/publication.ts'],
  ['site/openapi/a.ts', 'node:fs'],
  ['site/release/a.ts', '#openapi/openapi.ts'],
  ['site/pages/a.ts', '#openapi/openapi.ts'],
  ['site/release/a.ts', '../../sidecar/config.ts'],
  ['site/pages/a.ts', '../../sidecar/config.ts'],
  ['sidecar/http/a.ts', '../../site/artifacts/encode-variants.ts'],
  ['sidecar/http/a.ts', '../../scripts/build.ts'],
  ['sidecar/http/a.ts', '../routes/since.ts'],
  ['sidecar/hub/a.ts', 'undici'],
  ['sidecar/hub/delivery/a.ts', 'pg'],
  ['sidecar/hub/store/a.ts', 'undici'],
  ['sidecar/hub/callback/a.ts', 'pg'],
  ['site/dataset/a.ts', 'node:fs'],
  ['site/dataset/a.ts', 'feed'],
  ['site/search/a.ts', 'node:http'],
  ['site/artifacts/a.ts', 'node:child_process'],
  ['site/pages/a.ts', 'express/lib/express.js'],
  ['site/a.ts', '../sidecar/config.ts'],
  ['site/insights/a.ts', '#agents/tool.ts'],
  ['site/agents/a.ts', '#artifacts/encode-variants.ts'],
  ['site/agents/a.ts', 'node:fs'],
  ['site/agents/a.ts', '@modelcontextprotocol/server'],
  ['site/artifacts/a.ts', '@modelcontextprotocol/sdk/types.js'],
  ['site/pages/a.ts', '#search/issue.ts'],
  ['site/pages/a.ts', '@modelcontextprotocol/server'],
  ['site/ui/view/a.ts', '#dataset/dataset.ts'],
  ['site/ui/view/a.ts', '#insights/insights.ts'],
  ['site/pages/a.ts', '#release/published-source.ts'],
  ['site/pages/a.ts', '#dataset/dataset.ts'],
  ['site/pages/a.ts', '#insights/insights.ts'],
  ['site/ui/a.ts', '../../sidecar/config.ts'],
  ['sidecar/render/a.ts', 'astro'],
  ['sidecar/render/a.ts', '../../site/ui/format/date.ts'],
  ['sidecar/render/a.ts', '../../scripts/bundle.ts'],
  ['site/a.ts', '@modelcontextprotocol/server'],
  ['sidecar/routes/a.ts', '@modelcontextprotocol/sdk/types.js'],
  ['sidecar/http/a.ts', '@modelcontextprotocol/node'],
  ['sidecar/hub/callback/a.ts', '@modelcontextprotocol/server'],
  ['sidecar/mcp/a.ts', 'undici'],
  ['sidecar/mcp/a.ts', 'pg'],
  ['sidecar/mcp/a.ts', '../../site/agents/tool.ts'],
] as const;

const ALLOWED = [
  ['site/artifacts/a.ts', '#openapi/openapi.ts'],
  ['site/openapi/a.ts', '#artifacts/catalog.ts'],
  ['site/dataset/check/a.ts', '#dataset/text/fold.ts'],
  ['site/insights/a.ts', '#dataset/text/fold.ts'],
  ['site/artifacts/a.ts', '#search/issue.ts'],
  ['site/release/a.ts', '#artifacts/encode-variants.ts'],
  ['sidecar/http/a.ts', '#search/issue.ts'],
  ['sidecar/http/a.ts', './http-error.ts'],
  ['sidecar/routes/a.ts', '../http/http-error.ts'],
  ['sidecar/hub/callback/a.ts', 'undici'],
  ['sidecar/hub/store/a.ts', 'pg'],
  ['site/artifacts/a.ts', 'feed'],
  ['site/agents/a.ts', '#insights/insights.ts'],
  ['site/agents/a.ts', '#search/issue.ts'],
  ['site/pages/a.ts', '#agents/tool.ts'],
  ['site/ui/view/a.ts', '#agents/tool.ts'],
  ['site/ui/view/a.ts', '#insights/insights-document.ts'],
  ['site/search/a.ts', '#insights/insights-document.ts'],
  ['sidecar/render/a.ts', '#release/page-addresses.ts'],
  ['sidecar/mcp/a.ts', '@modelcontextprotocol/sdk/types.js'],
  ['sidecar/mcp/a.ts', '@modelcontextprotocol/server'],
  ['sidecar/mcp/a.ts', '../http/http-error.ts'],
] as const;

// One run over a folder with a file a case: the linter starts slowly.
const folder = createFolder({ after });
const refused = lintCases([...FORBIDDEN, ...ALLOWED]);

for (const [index, [file, name]] of FORBIDDEN.entries()) {
  test(`the linter forbids ${dirname(file)} to import ${name}`, () => {
    assert.ok(refused.includes(index));
  });
}

for (const [index, [file, name]] of ALLOWED.entries()) {
  test(`the linter lets ${dirname(file)} import ${name}`, () => {
    assert.ok(!refused.includes(FORBIDDEN.length + index));
  });
}

/** Lints a file that imports a name, for each case. Returns the numbers of those refused. */
function lintCases(cases: readonly (readonly [string, string])[]): number[] {
  cpSync(join(REPOSITORY, '.biome.json'), join(folder, '.biome.json'));
  for (const [index, [file, name]] of cases.entries()) {
    const path = join(folder, dirname(file), `case-${index}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import a from '${name}';\n\nconsole.log(a);\n`);
  }
  const biome = join(REPOSITORY, 'node_modules/.bin/biome');
  const { stdout, stderr, error } = spawnSync(
    biome,
    ['lint', '--vcs-enabled=false', '--only=style/noRestrictedImports', '--max-diagnostics=none'],
    { cwd: folder, encoding: 'utf8' },
  );
  assert.equal(error, undefined);
  return [...`${stdout}${stderr}`.matchAll(/case-(\d+)\.ts:1/g)].map(([, index]) => Number(index));
}
