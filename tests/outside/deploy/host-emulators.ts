import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ManifestEntry } from '#release/manifest.ts';
import { installPeer, peerModules } from '../../../scripts/peers/peers.ts';

/** An answer of an emulated host, without its body. */
type Emulated = { readonly status: number; readonly headers: Headers };
type Host = (path: string) => Promise<Emulated>;
type Fields = Record<string, string>;

/** Imports a module of the programs of these hosts, which are installed first. */
async function importModule(file: string) {
  installPeer('hosts', console.error);
  return import(pathToFileURL(join(peerModules('hosts'), file)).href);
}

/** The server of Cloudflare Pages over a release. It knows no type but those of the rules. */
export async function emulateCloudflare(
  release: string,
  entries: readonly ManifestEntry[],
): Promise<Host> {
  const { generateHandler } = await importModule(
    '@cloudflare/pages-shared/dist/asset-server/handler.js',
  );
  const { createMetadataObject } = await importModule(
    '@cloudflare/pages-shared/dist/metadata-generator/createMetadataObject.js',
  );
  const files = new Set(entries.map(({ file }) => `/${file}`));
  const metadata = createMetadataObject({ headers: { rules: readRules(release), invalid: [] } });
  return (path) =>
    generateHandler({
      request: new Request(`https://reviews.example${path}`),
      metadata,
      logError: assert.ifError,
      findAssetEntryForPath: async (file: string) => (files.has(file) ? file : null),
      getAssetKey: (file: string) => file,
      negotiateContent: () => ({ encoding: null }),
      fetchAsset: async () => ({ body: null, contentType: 'application/octet-stream' }),
    });
}

/** Reads `_headers` within the limits that the documentation of Cloudflare Pages states. */
function readRules(release: string) {
  const text = readFileSync(join(release, 'client/_headers'), 'utf8');
  const blocks = text.split(/^(?=\/)/m).slice(1);
  assert.ok(blocks.length <= 100, `${blocks.length} rules`);
  assert.ok(text.split('\n').every((line) => line.length <= 2000));
  return blocks.map((block) => {
    const [path = '', ...lines] = block.trimEnd().split('\n');
    assert.ok((path.match(/\*/g) ?? []).length <= 1, path);
    const fields = lines.map(
      (line) => /^ {2}([\w-]+): (.+)$/.exec(line)?.slice(1) ?? assert.fail(line),
    );
    return { path, headers: Object.fromEntries(fields), unsetHeaders: [] };
  });
}

/** The rules of Netlify over a release, as its own parsers read them; it finds every file. */
export async function emulateNetlify(release: string): Promise<Host> {
  const { parseAllHeaders } = await importModule('@netlify/headers-parser/lib/index.js');
  const { parseAllRedirects } = await importModule('@netlify/redirect-parser/lib/index.js');
  const at = (name: string) => [join(release, 'client', name)];
  const headersFiles = { headersFiles: at('_headers'), configHeaders: [], minimal: false };
  const redirectsFiles = { redirectsFiles: at('_redirects'), configRedirects: [], minimal: false };
  const rules: { headers: { forRegExp: RegExp; values: Fields }[]; errors: unknown[] } =
    await parseAllHeaders(headersFiles);
  const moves: { redirects: { path: string; status: number }[]; errors: unknown[] } =
    await parseAllRedirects(redirectsFiles);
  assert.deepEqual([...rules.errors, ...moves.errors], []);
  return async (path) => {
    const matching = rules.headers.filter(({ forRegExp }) => forRegExp.test(path));
    const headers = new Headers(Object.assign({}, ...matching.map(({ values }) => values)));
    const status = moves.redirects.find((one) => one.path === path)?.status ?? 200;
    return { status, headers };
  };
}
