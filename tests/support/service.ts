import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Files } from './content-files.ts';
import { createFolder, saveFiles } from './content-folder.ts';
import { atEnd, type Lifetime } from './lifetime.ts';
import { BASE_URL, sharedRelease } from './release.ts';
import { REPOSITORY } from './run-script.ts';
import { waitUntil } from './wait-until.ts';

type LogLine = Readonly<Record<string, unknown>>;

/** A sidecar in a process of its own. */
export type Service = {
  /** The address at which it listens, not its BASE_URL. */
  readonly url: string;
  readonly process: ChildProcess;
  readonly folder: string;
  /** The lines of its log so far, as values. */
  readonly log: readonly LogLine[];
  /** Resolves to the first line of the log, from one on, that holds a text. */
  readonly logged: (part: string, from?: number) => Promise<LogLine>;
  /** Ends it as an operator would, and waits. Resolves to its exit code, or to the signal that ended it. */
  readonly stop: () => Promise<number | NodeJS.Signals | null>;
  /** Resolves when it has ended, for any reason. */
  readonly closed: Promise<unknown>;
  /** Resolves, when it has ended, to its standard error. */
  readonly complaint: Promise<string>;
};

export type ServiceSettings = {
  /** The editors' files or their folder. Without it, the demonstration content. */
  readonly content?: Files | string;
  readonly env?: Readonly<Record<string, string>>;
  /** The arguments of Node.js. Without it, the service as it is deployed. */
  readonly command?: readonly string[];
  /** The most files that it may have open. Without it, as many as the tests. */
  readonly openFiles?: number;
  /** A program with its arguments that runs in place of Node.js, such as a container of the service. */
  readonly program?: readonly [string, ...string[]];
  /** The event that a start waits for. It listens before it serves anything. */
  readonly until?: 'listening' | 'serving';
};

/** Killed at exit, so that a test file that breaks off leaves no service behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Nothing that a test waits for takes this long. */
const PATIENCE_MS = 60_000;

/** Starts sidecar/main.ts on a free port and waits until it serves. It ends with the lifetime. */
export async function startService(
  lifetime: Lifetime,
  { until = 'serving', ...settings }: ServiceSettings = {},
): Promise<Service> {
  const service = await spawnService(lifetime, settings);
  const { port } = await service.logged('listening');
  if (until === 'serving') await service.logged('serving');
  return { ...service, url: `http://127.0.0.1:${port}` };
}

/** Starts sidecar/main.ts and waits for nothing. */
export async function spawnService(lifetime: Lifetime, settings: ServiceSettings) {
  const folder = createFolder(lifetime);
  const { command = ['sidecar/main.ts'], openFiles, program } = settings;
  const plain: readonly [string, ...string[]] = program ?? [process.execPath, ...command];
  const limited: typeof plain = ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...plain];
  const [file, ...args] = openFiles === undefined ? plain : limited;
  const child = spawn(file, args, {
    cwd: REPOSITORY,
    env: { ...process.env, ...(await environmentOf(folder, settings)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const closed = once(child, 'close');
  const complaint = text(child.stderr);
  const log: LogLine[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => log.push(JSON.parse(line)));
  const news = (late: AbortSignal) =>
    once(lines, 'line', { signal: late })
      .catch(() => {})
      .then(() => false);
  // The last lines are read after the process has ended.
  const hasEnded = Promise.all([closed, once(lines, 'close')]).then(() => true);

  const logged = async (part: string, from = 0): Promise<LogLine> => {
    const late = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const found = log.slice(from).find(({ msg }) => String(msg).includes(part));
      if (found) return found;
      if (late.aborted) {
        const said = log.slice(from).map(({ msg }) => msg);
        throw new Error(`The sidecar did not say "${part}" but ${JSON.stringify(said)}`);
      }
      if (await Promise.race([news(late), hasEnded])) {
        throw new Error(`The sidecar ended before it said "${part}": ${await complaint}`);
      }
    }
  };
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await closed;
    clearTimeout(kill);
    return child.exitCode ?? child.signalCode;
  };
  atEnd(lifetime, stop);
  return { process: child, folder, log, logged, stop, closed, complaint };
}

/** Runs sidecar/main.ts to its end, where it should refuse to start. */
export async function runService(lifetime: Lifetime, settings: ServiceSettings = {}) {
  const { process: child, closed, complaint, folder, log } = await spawnService(lifetime, settings);
  const kill = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await closed;
  clearTimeout(kill);
  return { code: child.exitCode, stderr: await complaint, folder, log };
}

async function environmentOf(folder: string, { content, env }: ServiceSettings) {
  const isDemonstration = content === undefined && env?.OUT_DIR === undefined;
  const contentDir = join(folder, 'content');
  if (typeof content === 'object') saveFiles(contentDir, content);
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    BASE_URL,
    CONTENT_DIR: typeof content === 'object' ? contentDir : (content ?? 'content'),
    OUT_DIR: isDemonstration ? await sharedRelease() : join(folder, 'dist'),
    STATE_DIR: join(folder, 'state'),
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '',
    ...env,
  };
}

/** The releases that a service has logged, in order. */
export function loggedReleases(log: Service['log']): number[] {
  return log.filter(({ changed }) => Array.isArray(changed)).map(({ ordinal }) => Number(ordinal));
}

/** The lines logged about a rebuild that failed; the last one names the release that is still served. */
export async function loggedFailure(
  log: Service['log'],
  code: string,
  from: number,
): Promise<string[]> {
  const lines = () => log.slice(from).filter((line) => line.code === code);
  await waitUntil(`a failure ${code} is logged`, () => {
    const last = lines().at(-1);
    return last && 'ordinal' in last;
  });
  return lines().map(({ msg }) => String(msg));
}

/** Finds a free port, for tests that need to know it before the service starts. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address === 'object' && address) return address.port;
  throw new Error('There is no free port.');
}
