import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { installPrograms, whyNoPackages } from './debian.ts';
import { runProgram } from './run-program.ts';

/** Where a command finds the network: that of this machine, or one that only containers have. */
type Network = 'ours' | 'theirs';

/** Containers as podman runs them, with images, mounts and a network that go with the lifetime. */
export type Containers = {
  /** A folder in memory that only these commands see. */
  readonly folder: string;
  /** Runs a command that knows them, such as podman, to its end. Returns what it prints. */
  readonly run: (args: readonly string[], options?: RunOptions) => string;
  /** What is run so that a process of ours is such a command: a program and its arguments. */
  readonly commandOf: (
    args: readonly string[],
    network?: Network,
  ) => readonly [string, ...string[]];
};

type RunOptions = {
  readonly network?: Network;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
};

const PACKAGES = {
  podman: 'podman',
  runc: 'runc',
  'podman-compose': 'podman-compose',
  ip: 'iproute2',
  nsenter: 'util-linux',
};
/** Where podman and its network keep what is not an image. */
const STATE = ['/run/libpod', '/run/netns', '/var/lib/cni', '/etc/cni/net.d'];

/** Why no container can run here; undefined where one can. */
export function whyNoContainers(): string | undefined {
  const reason = whyNoPackages();
  if (reason !== undefined) return reason;
  // As it is for root of a container that has few rights itself.
  const { status } = spawnSync('unshare', ['--mount', '--net', 'true']);
  return status === 0 ? undefined : 'no network and no mounts of their own can be made here';
}

/** Prepares a place for containers, in which nothing of this machine's own is touched. */
export async function createContainers(lifetime: Lifetime): Promise<Containers> {
  installPrograms(PACKAGES);
  const configuration = createFolder(lifetime);
  const folder = createFolder(lifetime);
  const environment = configure(configuration, folder);
  const holder = await holdNamespaces(lifetime, [folder, ...STATE]);
  const commandOf: Containers['commandOf'] = (args, network = 'ours') => [
    'nsenter',
    '-t',
    String(holder),
    '-m',
    ...(network === 'theirs' ? ['-n'] : []),
    'env',
    ...environment,
    ...args,
  ];
  const run: Containers['run'] = (args, { network, ...options } = {}) => {
    const [program, ...rest] = commandOf(args, network);
    return runProgram(program, rest, options);
  };
  atEnd(lifetime, () => run(['podman', 'rm', '--all', '--force', '--volumes', '--time', '0']));
  return { folder, run, commandOf };
}

/** Returns the variables by which podman finds its configuration. */
function configure(configuration: string, folder: string): readonly string[] {
  const files = { CONTAINERS_CONF: 'containers.conf', CONTAINERS_STORAGE_CONF: 'storage.conf' };
  // What containers are given otherwise may be more than we have ourselves.
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const [, descriptors = 1024] = /^Max open files +\d+ +(\d+)/m.exec(limits) ?? [];
  writeFileSync(
    join(configuration, files.CONTAINERS_CONF),
    `[containers]
default_ulimits = ["nofile=${descriptors}", "nproc=4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
`,
  );
  writeFileSync(
    join(configuration, files.CONTAINERS_STORAGE_CONF),
    `[storage]
driver = "overlay"
graphroot = "${folder}/graph"
runroot = "${folder}/run"
`,
  );
  return Object.entries(files).map(([name, file]) => `${name}=${join(configuration, file)}`);
}

/** Holds mounts and a network of their own until the lifetime ends, or this process does. */
async function holdNamespaces(lifetime: Lifetime, inMemory: readonly string[]): Promise<number> {
  for (const place of inMemory) mkdirSync(place, { recursive: true });
  const mounts = inMemory.map((place) => `mount -t tmpfs tmpfs ${place}`);
  const script = [...mounts, 'ip link set lo up', 'echo held', 'exec cat'].join(' && ');
  const holder = spawn('unshare', ['--mount', '--net', 'sh', '-c', script]);
  const ended = once(holder, 'close');
  atEnd(lifetime, async () => {
    holder.stdin.end();
    await ended;
  });
  const held = await Promise.race([once(holder.stdout, 'data'), ended.then(() => undefined)]);
  if (!held) throw new Error('No mounts and no network of their own can be had for containers.');
  return holder.pid ?? 0;
}
