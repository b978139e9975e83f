import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { readManifest } from '#release/manifest.ts';
import { askForFiles } from '../../contract/requests/files.ts';
import { askElsewhere, askForPages } from '../../contract/requests/pages.ts';
import type { Transcript } from '../../contract/transcript.ts';
import { runBuild } from '../../rooms/release/run-build.ts';
import { ask } from '../../support/ask.ts';
import { createFolder } from '../../support/content-folder.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { startService } from '../../support/service.ts';
import { findBrotli, findServer } from './debian.ts';
import { startCaddyHost, startNginxHost, startPlainHost } from './file-hosts.ts';
import { HostComparison, KnownService, OWN } from './host-comparison.ts';
import { emulateCloudflare, emulateNetlify } from './host-emulators.ts';
import { FAULTS } from './host-faults.ts';
import { type Host, LIMITS } from './host-limits.ts';
import { SITE } from './proxies.ts';

const DEMO = join(REPOSITORY, 'content');
const folder = createFolder({ after });
const programs = { nginx: findServer({ after }, 'nginx'), caddy: findServer({ after }, 'caddy') };
const brotli = findBrotli({ after });

/** Where the service is that the same files name: beside them, or elsewhere. */
const SERVICES = { beside: SITE, elsewhere: 'https://api.reviews.example' };
type Place = keyof typeof SERVICES;
const releaseOf = (name: string) => join(folder, name);
const entriesOf = (name: string) => readManifest(releaseOf(name))?.entries ?? [];
const services = new Map<Place, KnownService>();
const serviceOf = (name: Place) => services.get(name) ?? assert.fail(name);

before(async () => {
  for (const [name, sidecarUrl] of Object.entries({ ...SERVICES, nowhere: '' })) {
    const env = { STATE_DIR: join(folder, 'builds') };
    const { status, stderr } = runBuild(DEMO, releaseOf(name), { baseUrl: SITE, sidecarUrl, env });
    assert.equal(status, 0, stderr);
  }
  for (const name of ['beside', 'elsewhere'] as const) {
    const env = { BASE_URL: SITE, SIDECAR_URL: SERVICES[name], OUT_DIR: releaseOf(name) };
    const { url } = await startService({ after }, { env, content: DEMO });
    services.set(name, new KnownService(url));
  }
});

/** Starts a host of the files for a place, or skips the test if its program cannot be had. */
async function startHost(
  t: TestContext,
  name: keyof typeof programs,
  place: Place | 'nowhere',
  spoil?: (configuration: string) => string,
): Promise<Host | undefined> {
  const program = programs[name];
  if (!program) t.skip(`NOT TESTED: there is no ${name}; install it, or run this as root`);
  if (!program) return undefined;
  const service = place === 'beside' ? serviceOf(place).url : undefined;
  const settings = { program, release: releaseOf(place), service, ...(spoil && { spoil }) };
  return name === 'caddy'
    ? startCaddyHost(t, settings)
    : startNginxHost(t, { ...settings, brotli });
}

const used = new Set<string>();

for (const name of ['nginx', 'caddy'] as const) {
  for (const place of ['beside', 'elsewhere'] as const) {
    test(`${name} answers as the service ${place}, but for what the documentation lists`, async (t) => {
      const host = await startHost(t, name, place);
      if (!host) return;
      const comparison = new HostComparison(serviceOf(place), host);
      for (const play of [askForFiles, askForPages, askElsewhere]) await play(comparison);
      assert.deepEqual(comparison.differences.slice(0, 20), []);
      assert.ok(comparison.compared > 400, `${comparison.compared} requests are compared`);
      for (const reason of comparison.excused) used.add(reason);
    });
  }
}

for (const place of ['beside', 'nowhere'] as const) {
  test(`nginx has no files at addresses with two slashes, ${place}`, async (t) => {
    const { url } = (await startHost(t, 'nginx', place)) ?? {};
    if (url === undefined) return;
    for (const path of ['//reviews.json', '//_headers', '/people//elena-munoz/']) {
      const { status, headers } = await ask(url, path);
      assert.deepEqual([status, headers['x-content-type-options']], [404, 'nosniff'], path);
    }
    const { status } = await ask(url, '/people/elena-munoz', { method: 'OPTIONS' });
    assert.equal(status, 204);
  });
}

test('the documentation lists every limit, and no other', () => {
  const text = readFileSync(join(REPOSITORY, 'site/docs/operating.md'), 'utf8');
  const [, list = ''] = /### What files cannot answer\n([\s\S]*?)\n## /.exec(text) ?? [];
  const words = list.replaceAll(/\s+/g, ' ');
  assert.deepEqual(
    Object.keys(LIMITS).filter((limit) => !words.includes(limit) || !used.has(limit)),
    [],
  );
});

/** A request of each kind that a fault concerns. */
async function askBriefly(transcript: Transcript): Promise<void> {
  const hashed = entriesOf('elsewhere').find(({ path }) => path.endsWith('.css'));
  const data = ['reviews.json', 'feed.xml', 'reviews.csv', 'reviews/google-ibvumxzl.md'];
  const pages = ['', 'people/elena-munoz', 'reviews/google-x7m2kd0q/', 'nothing'];
  for (const path of [...data, ...pages, hashed?.path.slice(1)]) {
    for (const headers of [{}, { Accept: 'text/html' }, { 'Accept-Encoding': 'gzip' }]) {
      await transcript.ask(`GET /${path}`, { headers });
    }
  }
}

test('the comparison finds what hosts do wrong', async (t) => {
  const compare = async (spoil?: (configuration: string) => string) => {
    const host = await startHost(t, 'nginx', 'elsewhere', spoil);
    if (!host) return [];
    const comparison = new HostComparison(serviceOf('elsewhere'), host);
    await askBriefly(comparison);
    return comparison.differences;
  };
  assert.deepEqual(await compare(), []);
  for (const [name, [found, spoil]] of Object.entries(FAULTS)) {
    await t.test(name, async () => {
      const differences = await compare(spoil);
      assert.ok(
        differences.some((one) => found.test(one)),
        differences.slice(0, 5).join('\n'),
      );
    });
  }
});

test('a host that knows nothing has the right bytes, and guesses their types', async (t) => {
  const url = await startPlainHost(t, releaseOf('nowhere'));
  const wrong = new Set<string>();
  for (const { path, mediaType, variants } of entriesOf('nowhere')) {
    const { status, headers, body } = await ask(url, path);
    assert.deepEqual([status, body.length], [200, variants.identity.bytes], path);
    const [guessed] = String(headers['content-type']).split(';');
    if (!mediaType.startsWith(String(guessed))) wrong.add(path);
  }
  assert.ok(
    ['/feed.xml', '/reviews.ndjson', '/.well-known/api-catalog'].every((path) => wrong.has(path)),
  );
  assert.equal((await ask(url, '/reviews/google-x7m2kd0q/')).status, 404);
});

test('a static site has the types and links of its files alone', async (t) => {
  const { url } = (await startHost(t, 'nginx', 'nowhere')) ?? {};
  if (url === undefined) return;
  for (const { path, mediaType } of entriesOf('nowhere')) {
    const { status, headers } = await ask(url, path, { method: 'HEAD' });
    assert.deepEqual([status, headers['content-type']], [200, mediaType], path);
    for (const [, target = ''] of String(headers.link ?? '').matchAll(/<([^>]+)>/g)) {
      if (!target.startsWith(SITE)) continue;
      const linked = await ask(url, target.slice(SITE.length), { method: 'HEAD' });
      assert.equal(linked.status, 200, `${path} links to ${target}`);
    }
  }
});

for (const [name, emulate] of Object.entries({ emulateCloudflare, emulateNetlify })) {
  test(`_headers and _redirects say what the service does: ${name}`, async () => {
    const entries = entriesOf('elsewhere');
    const host = await emulate(releaseOf('elsewhere'), entries);
    for (const { path } of entries.filter((entry) => entry.path !== '/404.html')) {
      const asked = { method: 'HEAD', target: path, headers: {} };
      const { headers } = await serviceOf('elsewhere').ask(asked);
      const answered = await host(path);
      assert.equal(answered.status, 200, path);
      for (const [field, value] of Object.entries(headers)) {
        if (OWN.test(field) || /rel="canonical"/.test(String(value))) continue;
        assert.equal(answered.headers.get(field), value, `${path} ${field}`);
      }
    }
    const gone = await host('/reviews/google-x7m2kd0q/');
    assert.equal(gone.status, name === 'emulateNetlify' ? 410 : 404);
  });
}
