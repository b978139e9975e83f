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
import { HostComparison, KnownService } from './host-comparison.ts';
import { FAULTS } from './host-faults.ts';
import { type Host, LIMITS } from './host-limits.ts';
import { SITE } from './proxies.ts';

const DEMO = join(REPOSITORY, 'content');
const folder = createFolder({ after });

/** The same files for a service beside them, and for one elsewhere. */
const SERVICES = { beside: SITE, elsewhere: 'https://api.reviews.example' };
type Place = keyof typeof SERVICES;
const releaseOf = (name: string) => join(folder, name);
const services = new Map<Place, KnownService>();

before(async () => {
  for (const [name, sidecarUrl] of Object.entries({ ...SERVICES, nowhere: '' })) {
    const env = { STATE_DIR: join(folder, 'builds') };
    const { status, stderr } = runBuild(DEMO, releaseOf(name), { baseUrl: SITE, sidecarUrl, env });
    assert.equal(status, 0, stderr);
  }
  for (const name of ['beside', 'elsewhere'] as const) {
    const urls = { BASE_URL: SITE, SIDECAR_URL: SERVICES[name] };
    const env = { ...urls, OUT_DIR: releaseOf(name) };
    services.set(
      name,
      new KnownService((await startService({ after }, { env, content: DEMO })).url),
    );
  }
});

const serviceOf = (name: Place) => services.get(name) ?? assert.fail(name);

/** Starts a host, or skips the test where its program cannot be had. */
async function startHost(
  t: TestContext,
  name: 'nginx' | 'caddy',
  place: Place,
  spoil?: (configuration: string) => string,
): Promise<Host | undefined> {
  const program = findServer(t, name);
  if (!program) {
    t.skip(`NOT TESTED: there is no ${name}; install it, or run this as root`);
    return undefined;
  }
  const service = place === 'beside' ? serviceOf(place).url : undefined;
  const settings = { program, release: releaseOf(place), service, ...(spoil && { spoil }) };
  if (name === 'caddy') return startCaddyHost(t, settings);
  return startNginxHost(t, { ...settings, brotli: findBrotli(t) });
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
      for (const reason of comparison.excused.keys()) used.add(reason);
    });
  }
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

const entriesOf = (name: string) => readManifest(releaseOf(name))?.entries ?? [];

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
  const wrong = new Map<string, string>();
  for (const { path, mediaType, variants } of entriesOf('nowhere')) {
    const { status, headers, body } = await ask(url, path);
    assert.deepEqual([status, body.length], [200, variants.identity.bytes], path);
    const [type = ''] = mediaType.split(';');
    const guessed = String(headers['content-type']).split(';')[0] ?? '';
    const [extension = path] = /\.\w+$/.exec(path) ?? [];
    if (guessed !== type) wrong.set(extension, type);
  }
  assert.ok(wrong.has('.ndjson') && wrong.has('.parquet') && wrong.has('.sqlite'));
  assert.equal((await ask(url, '/reviews/google-x7m2kd0q/')).status, 404);
  assert.equal((await ask(url, '/hosts/errors/404.html')).status, 404);
});

test('a static site has the types and links of its files alone', async (t) => {
  const program = findServer(t, 'nginx');
  if (!program) return t.skip('NOT TESTED: there is no nginx; install it, or run this as root');
  const { url } = await startNginxHost(t, { program, release: releaseOf('nowhere') });
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
