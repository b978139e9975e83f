import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createFolder } from '../support/content-folder.ts';
import { atEnd } from '../support/lifetime.ts';
import { REPOSITORY } from '../support/run-script.ts';
import { waitUntil } from '../support/wait-until.ts';

const NODE_PACKAGE = `node-linux-${process.arch}`;
const LIMIT_MEGABYTES = { withNode: 400, withoutNode: 186 };

/** The machine's own programs: none that npm has put before them for this run. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'));

/** The program as a clone has it. */
function cloneProgram(t: TestContext): string {
  const folder = createFolder(t);
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', list, { cwd: REPOSITORY, encoding: 'utf8' }).split('\0');
  for (const file of files) {
    if (!existsSync(join(REPOSITORY, file)) || file === '') continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(REPOSITORY, file), join(folder, file));
  }
  return folder;
}

/** What a folder takes on the disk, in the megabytes of `du`. */
function megabytesOf(folder: string, ...without: readonly string[]): number {
  const args = ['-sm', ...without.map((name) => `--exclude=${name}`), folder];
  return Number.parseInt(execFileSync('du', args, { encoding: 'utf8' }), 10);
}

type Started = Awaited<ReturnType<typeof start>>;

/** Starts the service by a command, with an npm that may use no network and has an empty cache. */
async function start(
  t: TestContext,
  folder: string,
  [program, ...args]: readonly [string, ...string[]],
  path: readonly string[] = PATH,
) {
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: path.join(delimiter),
      PORT: '0',
      STATE_DIR: createFolder(t),
      npm_config_offline: 'true',
      npm_config_cache: createFolder(t),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives to each command.
    detached: true,
  });
  const pid = child.pid ?? assert.fail(`${program} does not start`);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  atEnd(t, () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  await waitUntil('the service serves', () => {
    assert.equal(child.exitCode, null, text);
    return /"msg":"serving/.test(text);
  });
  const [, port] = /"port":(\d+)/.exec(text) ?? [];
  for (const at of ['/', '/reviews.json']) {
    assert.equal((await fetch(`http://127.0.0.1:${port}${at}`)).status, 200);
  }
  return { child, pid, said: () => text };
}

/** Waits for the end, which has to be an orderly one. */
async function assertDrained({ child, said }: Started): Promise<void> {
  if (child.exitCode === null) await once(child, 'close', { signal: AbortSignal.timeout(60_000) });
  assert.equal(child.exitCode, 0, said());
  assert.equal(said().match(/"msg":"draining/g)?.length, 1, said());
  assert.equal(said().match(/"msg":"stopped"/g)?.length, 1, said());
}

test('a server’s install is small, and starts and stops without a registry', async (t) => {
  const folder = cloneProgram(t);
  const modules = join(folder, 'node_modules');
  const env = { ...process.env, PATH: PATH.join(delimiter) };
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--loglevel=error'], { cwd: folder, env });
  const installed = readdirSync(modules).sort();
  const own = join(folder, 'bin');
  mkdirSync(own);
  symlinkSync(process.execPath, join(own, 'node'));

  await t.test('its size', () => {
    const withNode = megabytesOf(modules);
    const withoutNode = megabytesOf(modules, NODE_PACKAGE);
    t.diagnostic(`${withNode} MB, and ${withoutNode} MB without Node.js`);
    assert.ok(withNode <= LIMIT_MEGABYTES.withNode, `${withNode} MB`);
    assert.ok(withoutNode <= LIMIT_MEGABYTES.withoutNode, `${withoutNode} MB`);
  });

  for (const [how, command, signal, isForGroup] of [
    ['by node', [process.execPath, 'sidecar/main.ts'], 'SIGTERM', false],
    ['by npm start', ['npm', 'start'], 'SIGTERM', false],
    // Ctrl+C, which npm and the service both get.
    ['by npm start, in a terminal', ['npm', 'start'], 'SIGINT', true],
  ] as const) {
    await t.test(`${how}, until ${signal}`, async (t) => {
      const started = await start(t, folder, command);
      process.kill(isForGroup ? -started.pid : started.pid, signal);
      await assertDrained(started);
    });
  }

  await t.test('npm start has installed nothing and deleted nothing', () => {
    assert.deepEqual(readdirSync(modules).sort(), installed);
  });

  await t.test('by npm start without the Node.js package, on the machine’s own', async (t) => {
    rmSync(join(modules, NODE_PACKAGE), { recursive: true });
    const started = await start(t, folder, ['npm', 'start'], [own, ...PATH]);
    process.kill(started.pid, 'SIGTERM');
    await assertDrained(started);
    assert.equal(existsSync(join(modules, NODE_PACKAGE)), false);
  });
});
