import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { CODING_SUFFIX, REPRESENTATIONS, type Representation } from '#artifacts/encode-variants.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import { readManifest } from '#release/manifest.ts';
import { FIXED_PAGES } from '#release/page-addresses.ts';
import { atEnd } from '../../support/at-end.ts';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY, runScript } from '../../support/run-script.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { BASE_URL, filesIn, runBuild } from './run-build.ts';

/** Below the share of a client, so that nobody is told to come again. */
const CONNECTIONS = 16;

/** So many that large files are compressed later; the long run has 1,000. */
const REVIEWS = Number(process.env.BUILT_REVIEWS ?? 300);

type Answer = { readonly headers: IncomingMessage['headers']; readonly body: Buffer };
type Ask = (path: string, representation: Representation) => Promise<Answer>;

/** Asks a service over connections that are kept. */
function createAsk(t: TestContext, url: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  atEnd(t, () => agent.destroy());
  return async (path, representation) => {
    const headers = { 'Accept-Encoding': representation };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url + path, { headers, agent }, resolve)
        .once('error', reject)
        .end();
    });
    const body = await buffer(response);
    assert.equal(response.statusCode, 200, `${path} ${representation}: ${body}`);
    return { headers: response.headers, body };
  };
}

/** Builds content into a folder, and starts a service that publishes the same by itself. */
async function buildAndServe(t: TestContext, content: string) {
  const folder = createFolder(t);
  const out = join(folder, 'dist');
  const env = { STATE_DIR: join(folder, 'state') };
  const { status, stderr } = await runBuild(content, out, { env });
  assert.equal(status, 0, stderr);
  const { entries } = readManifest(out) ?? assert.fail('there is a manifest');
  const { url } = await startService(t, { content, env: { BASE_URL } });
  const ask = createAsk(t, url);
  // Of large files they follow the release.
  await waitUntil('the data are compressed', async () => {
    const { headers } = await ask('/reviews.json', 'gzip');
    return headers['content-encoding'] === 'gzip';
  });
  return { client: join(out, 'client'), entries, ask };
}

/** Holds every representation of a file against what is served at its path. */
async function assertSame(client: string, entry: ManifestEntry, ask: Ask): Promise<void> {
  const { path, file, mediaType, variants } = entry;
  for (const representation of REPRESENTATIONS) {
    const coded = variants[representation];
    const { headers, body } = await ask(path, representation);
    const what = `${path} ${representation}`;
    const suffix = CODING_SUFFIX[coded ? representation : 'identity'];
    assert.ok(body.equals(readFileSync(join(client, file + suffix))), `${what}: other bytes`);
    assert.equal(headers.etag, (coded ?? variants.identity).etag, what);
    assert.equal(headers['content-type'], mediaType, what);
    const coding = coded && representation !== 'identity' ? representation : undefined;
    assert.equal(headers['content-encoding'], coding, what);
  }
}

type Built = Awaited<ReturnType<typeof buildAndServe>>;

async function assertBuildEqualsService({ client, entries, ask }: Built): Promise<void> {
  const waiting = entries.values();
  const compare = async (): Promise<void> => {
    for (const entry of waiting) await assertSame(client, entry, ask);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, compare));
  // Nothing lies in the folder but what was compared.
  const compared = entries.flatMap(({ file, variants }) =>
    REPRESENTATIONS.flatMap((one) => (variants[one] ? [file + CODING_SUFFIX[one]] : [])),
  );
  assert.deepEqual(compared.sort(), filesIn(client));
}

/** A folder of public files can be served by itself: what its pages name is in it. */
function assertHoldsWhatPagesName({ client, entries }: Built): void {
  const paths = new Set(entries.map(({ path }) => path));
  const pages = entries.filter(({ mediaType }) => mediaType === HTML_TYPE);
  const named = pages.flatMap(({ file }) => {
    const html = readFileSync(join(client, file), 'utf8');
    return [...html.matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)].map(([, path = '']) => path);
  });
  assert.ok(named.some((path) => path.startsWith('/_astro/')));
  assert.deepEqual(
    named.filter((path) => !paths.has(path) && !path.startsWith('/api/')),
    [],
  );
  for (const path of FIXED_PAGES) assert.ok(paths.has(path), path);
}

test('what is built of the demonstration is what is served of it, in every coding', async (t) => {
  const built = await buildAndServe(t, join(REPOSITORY, 'content'));
  await assertBuildEqualsService(built);
  assertHoldsWhatPagesName(built);
});

test(`what is built of ${REVIEWS} reviews is what is served of them, in every coding`, async (t) => {
  const content = join(createFolder(t), 'content');
  runScript('scripts/generate.ts', ['--reviews', String(REVIEWS), '--out', content]);
  const built = await buildAndServe(t, content);
  assert.ok(
    built.entries.filter(({ mediaType }) => mediaType === HTML_TYPE).length > 0.9 * REVIEWS,
  );
  await assertBuildEqualsService(built);
});
