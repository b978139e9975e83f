import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { CODING_SUFFIX, REPRESENTATIONS, type Representation } from '#artifacts/encode-variants.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { type ManifestEntry, readManifest } from '#release/manifest.ts';
import { listFiles } from '#release/release-key.ts';
import { BASE_URL, runBuild } from '../../rooms/release/run-build.ts';
import { ask } from '../../support/ask.ts';
import { atLength } from '../../support/at-length.ts';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd } from '../../support/lifetime.ts';
import { runScript } from '../../support/run-script.ts';
import { startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** Below the share of a client, so that none is told to ask again later. */
const CONNECTIONS = 16;

/** Larger files are compressed after their release is published. */
const LARGE_BYTES = 256 * 1024;
/** Enough that there are such files. */
const REVIEWS = atLength(1_000, 140);

/** The absolute address of a page's image. */
const IMAGE = new RegExp(`<meta property="og:image" content="${BASE_URL}(/[^"]*)"`, 'g');

/** A folder of public files can be served by itself: what its pages name is in it. */
function assertHoldsWhatPagesName(client: string, entries: readonly ManifestEntry[]): void {
  const paths = new Set(entries.map(({ path }) => path));
  const pages = entries.filter(({ mediaType }) => mediaType === HTML_TYPE);
  assert.ok(pages.length > 0.9 * REVIEWS);
  const named = pages.flatMap(({ file }) => {
    const html = readFileSync(join(client, file), 'utf8');
    const linked = [...html.matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)];
    const [image = ['', '']] = html.matchAll(IMAGE);
    return [...linked, image].map(([, path = '']) => path);
  });
  assert.ok(named.some((path) => path.startsWith('/_astro/')));
  assert.deepEqual(
    named.filter((path) => !paths.has(path) && !path.startsWith('/api/')),
    [],
  );
}

test(`what is built of ${REVIEWS} reviews is what is served of them, in every coding`, async (t) => {
  const folder = createFolder(t);
  const [content, out] = [join(folder, 'content'), join(folder, 'dist')];
  const client = join(out, 'client');
  runScript('scripts/main.ts', ['generate', '--reviews', String(REVIEWS), '--out', content]);
  const env = { STATE_DIR: join(folder, 'state') };
  const { status, stderr } = runBuild(content, out, { env });
  assert.equal(status, 0, stderr);
  const { entries } = readManifest(out) ?? assert.fail('there is a manifest');
  assertHoldsWhatPagesName(client, entries);
  assert.ok(statSync(join(client, 'reviews.json')).size > LARGE_BYTES);

  const { url } = await startService(t, { content, env: { BASE_URL } });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  atEnd(t, () => agent.destroy());
  const askFor = async (path: string, representation: Representation) => {
    const answered = await ask(url, path, {
      headers: { 'Accept-Encoding': representation },
      agent,
    });
    assert.equal(answered.status, 200, `${path} ${representation}: ${answered.text}`);
    return answered;
  };
  // Of large files they follow the release.
  await waitUntil('the data are compressed', async () => {
    const { headers } = await askFor('/reviews.json', 'gzip');
    return headers['content-encoding'] === 'gzip';
  });
  const waiting = entries.values();
  const compare = async (): Promise<void> => {
    for (const { path, file, mediaType, variants, lastModified } of waiting) {
      for (const representation of REPRESENTATIONS) {
        const coded = variants[representation];
        const { headers, body } = await askFor(path, representation);
        const what = `${path} ${representation}`;
        const suffix = CODING_SUFFIX[coded ? representation : 'identity'];
        const built = join(client, file + suffix);
        assert.ok(body.equals(readFileSync(built)), `${what}: other bytes`);
        assert.equal((coded ?? variants.identity).bytes, body.length, what);
        assert.equal(statSync(built).mtimeMs, Date.parse(lastModified), what);
        assert.equal(headers.etag, (coded ?? variants.identity).etag, what);
        assert.equal(headers['content-type'], mediaType, what);
        const coding = coded && representation !== 'identity' ? representation : undefined;
        assert.equal(headers['content-encoding'], coding, what);
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, compare));
  // Nothing else is in the folder, apart from the rules of hosts.
  const compared = entries.flatMap(({ file, variants }) =>
    REPRESENTATIONS.flatMap((one) => (variants[one] ? [file + CODING_SUFFIX[one]] : [])),
  );
  assert.deepEqual([...compared, '_headers', '_redirects'].sort(), listFiles(client));
});
