import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { z } from 'zod';
import { CATALOG } from '#artifacts/catalog.ts';
import { FIXED_PAGES } from '#release/page-addresses.ts';
import { CA_FILE } from '../../fixtures/tls/certificates.ts';
import { ask } from '../../support/ask.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder, saveFiles } from '../../support/content-folder.ts';
import { askStateless } from '../../support/mcp-client.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import { SAMPLE_CONTENT, sampleReview } from '../../support/sample-content.ts';
import { startService } from '../../support/service.ts';
import { startSubscriber } from '../../support/subscriber.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { LOOPBACK_SUBSCRIBERS, useHub } from '../../support/websub-hub.ts';
import { createContainers, whyNoContainers } from './containers.ts';
import {
  BASE_IMAGE,
  buildServiceImage,
  buildSystemdImage,
  makeBaseImage,
  SERVICE_IMAGE,
  SYSTEMD_IMAGE,
} from './images.ts';

const MEGABYTE = 1_000_000;
/** Read-only, without a file system in memory, without rights: as little as can be had. */
const BARE = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
];
const PAGES = [...FIXED_PAGES, '/reviews/review-a/', '/reviews/gone-2026/'];

const reason = whyNoContainers();
const skip = reason === undefined ? {} : { skip: `NOT TESTED: ${reason}` };
const containers = reason === undefined ? await createContainers({ after }) : undefined;
const podman = (...args: readonly string[]) => containers?.run(['podman', ...args]) ?? '';

if (containers) {
  makeBaseImage(containers);
  buildServiceImage({ after }, containers);
}

/** Asks the service of a container from inside. Returns the status and the text. */
function askInside(container: string, path: string): readonly [status: number, text: string] {
  const program = `const answered = await fetch('http://127.0.0.1:8787${path}').catch(() => ({
    status: 0, text: () => '' }));
  console.log(JSON.stringify([answered.status, await answered.text()]));`;
  const told = podman('exec', container, 'node', '--input-type=module', '-e', program);
  return z.tuple([z.number(), z.string()]).parse(JSON.parse(told));
}

const isServed = (container: string, path = '/') =>
  waitUntil(`${container} serves ${path}`, () => askInside(container, path)[0] === 200);

/** A folder with files that also the user of a container can read. */
function createPublicFolder(t: TestContext, files: Files = {}): string {
  const folder = createContentFolder(t, files);
  chmodSync(folder, 0o755);
  return folder;
}

test('the image is small, and nobody may write into it', skip, () => {
  const sizeOf = (image: string) =>
    Number(podman('image', 'inspect', image, '--format', '{{.Size}}'));
  const [all, base] = [sizeOf(SERVICE_IMAGE), sizeOf(BASE_IMAGE)];
  assert.ok(all - base < 60 * MEGABYTE, `the service has ${all - base} bytes`);
  assert.ok(all < 350 * MEGABYTE, `the image has ${all} bytes`);
  const look = `id -u; find /testimony -writable; ls node_modules | grep -E '^(astro|vite|node)'; true`;
  const told = podman('run', '--rm', '--network=none', SERVICE_IMAGE, 'sh', '-c', look);
  const [user, ...found] = told.trim().split('\n');
  assert.equal(user, '1000');
  assert.deepEqual(found, []);
});

test('a container needs no network and writes to STATE_DIR alone', skip, async (t) => {
  const content = createPublicFolder(t, SAMPLE_CONTENT);
  const start = (name: string) =>
    podman(
      ...['run', '--detach', `--name=${name}`, '--network=none', ...BARE],
      ...[`--volume=${content}:/content:ro`, '--volume=alone:/var/lib/testimony', SERVICE_IMAGE],
    );
  const ordinal = (name: string) => JSON.parse(askInside(name, '/healthz')[1]).release.ordinal;
  start('first');
  await isServed('first');
  podman('healthcheck', 'run', 'first');
  const edit = sampleReview('review-a', '2026-10-03', {}, 'Edited on the host.');
  saveFiles(content, edit);
  await waitUntil('the edit is served', () =>
    askInside('first', '/reviews/review-a/')[1].includes('Edited on the host.'),
  );
  const before = ordinal('first');
  podman('stop', '--time=30', 'first');
  assert.equal(podman('inspect', 'first', '--format', '{{.State.ExitCode}}').trim(), '0');
  assert.match(podman('logs', 'first'), /"stopped"/);
  start('second');
  await isServed('second');
  assert.equal(ordinal('second'), before);
  assert.match(podman('exec', 'second', 'node', 'scripts/hub/main.ts', 'list'), /^0 subscriptions/);
});

/** Starts the service in a container that shares our network, so that all of it can be asked. */
function startContained(t: TestContext, content: string) {
  const env = LOOPBACK_SUBSCRIBERS;
  const passed = ['PORT', 'HOST', 'BASE_URL', 'LOG_LEVEL', ...Object.keys(env)];
  const volumes = [`${CA_FILE}:${CA_FILE}:ro`, `${content}:/content:ro`];
  const program = containers?.commandOf([
    ...['podman', 'run', '--rm', '--network=host', ...BARE],
    ...passed.map((name) => `--env=${name}`),
    ...volumes.map((volume) => `--volume=${volume}`),
    SERVICE_IMAGE,
  ]);
  return startService(t, { content, env, ...(program && { program }) });
}

test('a container answers as a checkout does, and tells subscribers', skip, async (t) => {
  const content = createPublicFolder(t, SAMPLE_CONTENT);
  const contained = await startContained(t, content);
  const checkout = await startService(t, { content });
  const files = CATALOG.map(({ path }) => path);
  for (const path of [...files, ...PAGES, '/api/reviews/search?query=informed', '/nothing']) {
    const [one, other] = await Promise.all(
      [contained, checkout].map(async ({ url }) => {
        const { status, headers, text } = await ask(url, path);
        return { status, etag: headers.etag, text };
      }),
    );
    assert.deepEqual(one, other, path);
  }
  assert.equal((await askStateless(contained.url, 'tools/list')).status, 200);
  const subscriber = await startSubscriber(t);
  const hub = await useHub(contained, content);
  await hub.subscribe(subscriber.callback());
  await hub.announce('It is told from a container.');
  await subscriber.waitFor(1, ({ body }) => body.includes('It is told from a container.'));
  assert.equal(await contained.stop(), 0);
});

test('compose.yaml starts it without rights at a port of this machine', skip, async (t) => {
  const file = join(REPOSITORY, 'scripts/deploy/compose.yaml');
  const env = {
    CONTENT: createPublicFolder(t, SAMPLE_CONTENT),
    PORT: '8799',
    BASE_URL: 'https://reviews.example',
  };
  const compose = (...args: readonly string[]) =>
    containers?.run(['podman-compose', '--project-name=composed', '--file', file, ...args], {
      network: 'theirs',
      env,
    });
  const fetching = `console.log((await fetch('http://127.0.0.1:8799/')).status)`;
  const askPort = () =>
    containers?.run([process.execPath, '--input-type=module', '-e', fetching], {
      network: 'theirs',
    });
  compose('up', '--detach');
  await isServed('composed_testimony_1');
  assert.equal(askPort()?.trim(), '200');
  const rights = `grep -E 'CapBnd|NoNewPrivs' /proc/1/status; touch /testimony/x /etc/x 2>&1; true`;
  const told = podman('exec', 'composed_testimony_1', 'sh', '-c', rights);
  assert.match(told, /CapBnd:\s+0{16}\nNoNewPrivs:\s+1\n/);
  assert.equal(told.match(/Read-only file system/g)?.length, 2, told);
  compose('down', '--volumes');
  assert.equal(podman('ps', '--all', '--quiet', '--filter=name=composed').trim(), '');
});

test('systemd runs the unit with all that protects it', skip, async (t) => {
  if (containers) buildSystemdImage(containers);
  const at = (path: string) => join(REPOSITORY, path);
  const unit = '/etc/systemd/system/testimony.service';
  podman(
    ...['run', '--detach', '--name=machine', '--network=none', '--privileged', '--systemd=always'],
    `--volume=${REPOSITORY}:/opt/testimony:ro`,
    // So that it has to bundle the pages itself, where it may write.
    `--volume=${createPublicFolder(t)}:/opt/testimony/.bundle:ro`,
    `--volume=${createPublicFolder(t, SAMPLE_CONTENT)}:/srv/testimony:ro`,
    `--volume=${at('scripts/deploy/testimony.service')}:${unit}:ro`,
    SYSTEMD_IMAGE,
    '/sbin/init',
  );
  const systemctl = (...args: readonly string[]) => podman('exec', 'machine', 'systemctl', ...args);
  await waitUntil('systemd is up', () => {
    const up = podman('exec', 'machine', 'sh', '-c', 'systemctl is-system-running || true');
    return /running|degraded/.test(up);
  });
  systemctl('start', 'testimony');
  await isServed('machine');
  const main = systemctl('show', '--property=MainPID', '--value', 'testimony').trim();
  const status = podman('exec', 'machine', 'cat', `/proc/${main}/status`);
  assert.match(status, /^Uid:\s+6\d{4}\b/m);
  assert.match(status, /^CapBnd:\s+0{16}$/m);
  assert.match(status, /^NoNewPrivs:\s+1$/m);
  assert.match(status, /^Seccomp:\s+2$/m);
  const list = 'cd /opt/testimony && STATE_DIR=/var/lib/testimony node scripts/hub/main.ts list';
  assert.match(podman('exec', 'machine', 'sh', '-c', list), /^0 subscriptions/);
  systemctl('stop', 'testimony');
  const ended = systemctl('show', '--property=Result,ExecMainStatus', 'testimony');
  assert.deepEqual(ended.trim().split('\n').sort(), ['ExecMainStatus=0', 'Result=success']);
});
