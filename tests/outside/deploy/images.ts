import { realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { REPOSITORY } from '../../support/run-script.ts';
import type { Containers } from './containers.ts';
import { findProgram, installPrograms } from './debian.ts';
import { runProgram } from './run-program.ts';

/** Stands for the official image of Node.js, as no registry of images is needed for tests. */
export const BASE_IMAGE = 'localhost/node-base';
/** The name that compose.yaml gives it. */
export const SERVICE_IMAGE = 'localhost/testimony';
/** The base, with systemd to start. */
export const SYSTEMD_IMAGE = 'localhost/node-systemd';

/** What nobody reads in a container. */
const SPARED = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'var/cache/apt',
  'var/lib/apt/lists',
];

const NPM_SETTINGS = ['registry', 'proxy', 'https-proxy', 'noproxy', 'cafile'];
const NOT_SET = ['', 'null', 'undefined'];

/** Makes the base of packages of Debian: with the Node.js that runs us, npm, and the user `node`. */
export function makeBaseImage({ folder, run }: Containers): void {
  installPrograms({ debootstrap: 'debootstrap' });
  const root = join(folder, 'root');
  // Node.js needs the two.
  const needed = '--include=libatomic1,libstdc++6';
  run(['debootstrap', '--variant=minbase', needed, 'bookworm', root]);
  const npm = join(dirname(realpathSync(findProgram('npm') ?? 'npm')), '..');
  const script = `set -e; cd '${root}'
    rm -r ${SPARED.join(' ')}
    echo 'node:x:1000:1000::/home/node:/bin/sh' >> etc/passwd
    mkdir usr/local/lib/node_modules
    cp -r '${npm}' usr/local/lib/node_modules/npm
    cp '${process.execPath}' usr/local/bin/node
    ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
    tar -c . | podman import --quiet - ${BASE_IMAGE}
    rm -r '${root}'`;
  run(['sh', '-c', script]);
}

/** Builds the image of the service as users do, from the repository, over that base. */
export function buildServiceImage(lifetime: Lifetime, { run }: Containers): void {
  const npmrc = join(createFolder(lifetime), 'npmrc');
  const settings = readNpmSettings();
  writeFileSync(npmrc, [...settings].map(([name, value]) => `${name}=${value}\n`).join(''));
  const authorities = settings.get('cafile');
  const mounts = [`${npmrc}:/root/.npmrc:ro`];
  if (authorities !== undefined) mounts.push(`${authorities}:${authorities}:ro`);
  run([
    'podman',
    'build',
    '--quiet',
    '--format=docker',
    '--network=host',
    ...mounts.map((mount) => `--volume=${mount}`),
    `--build-arg=NODE_IMAGE=${BASE_IMAGE}`,
    `--file=${join(REPOSITORY, 'scripts/deploy/Dockerfile')}`,
    `--tag=${SERVICE_IMAGE}`,
    REPOSITORY,
  ]);
}

/** What npm needs to reach its registry from here, which is nothing of the Dockerfile's. */
function readNpmSettings(): Map<string, string> {
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const given = authorities === undefined ? [] : [['cafile', authorities] as const];
  const set = NPM_SETTINGS.map((name) => {
    const value = runProgram('npm', ['config', 'get', name], { cwd: '/' }).trim();
    return [name, value] as const;
  });
  return new Map([...given, ...set.filter(([, value]) => !NOT_SET.includes(value))]);
}

/** Adds systemd to the base. */
export function buildSystemdImage({ run }: Containers): void {
  const system = `FROM ${BASE_IMAGE}
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends systemd systemd-sysv dbus
CMD ["/sbin/init"]
`;
  run(['podman', 'build', '--quiet', '--network=host', `--tag=${SYSTEMD_IMAGE}`, '-'], {
    input: system,
  });
}
