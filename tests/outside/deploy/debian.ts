import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createFolder } from '../../support/content-folder.ts';
import type { Lifetime } from '../../support/lifetime.ts';
import { runProgram } from './run-program.ts';

/** Where Debian keeps programs; what only root runs is on nobody else's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** The path of a program that is installed; undefined where it is not. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Why packages of Debian cannot be installed here; undefined where they can. */
export function whyNoPackages(): string | undefined {
  if (process.getuid?.() !== 0) return 'packages of Debian are needed; run it as root';
  return findProgram('apt-get') ? undefined : 'packages of Debian are needed; there is no apt-get';
}

/** Installs the packages of programs that are not there: their names, by those of the programs. */
export function installPrograms(packages: Readonly<Record<string, string>>): void {
  const missing = Object.keys(packages).filter((program) => !findProgram(program));
  if (missing.length === 0) return;
  const names = missing.map((program) => packages[program] ?? program);
  runProgram('apt-get', ['update', '-qq']);
  runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

/**
 * The path of a server's program: the installed one, or that of its package, which is unpacked and
 * not installed, as that would start it. Undefined where neither can be had.
 */
export function findServer(lifetime: Lifetime, name: string): string | undefined {
  return findProgram(name) ?? unpack(lifetime, name, [`usr/sbin/${name}`, `usr/bin/${name}`]);
}

const BROTLI = 'usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** The path of nginx's module for precompressed brotli; undefined where it cannot be had. */
export function findBrotli(lifetime: Lifetime): string | undefined {
  if (existsSync(`/${BROTLI}`)) return `/${BROTLI}`;
  return unpack(lifetime, 'libnginx-mod-http-brotli-static', [BROTLI]);
}

/** The first of these files of a package, which is unpacked alone. */
function unpack(lifetime: Lifetime, name: string, files: readonly string[]): string | undefined {
  if (whyNoPackages() !== undefined) return undefined;
  const folder = createFolder(lifetime);
  runProgram('apt-get', ['update', '-qq']);
  const { error, status } = spawnSync('apt-get', ['download', '-qq', name], { cwd: folder });
  if (error ?? status !== 0) return undefined;
  runProgram('sh', ['-c', 'dpkg -x *.deb .'], { cwd: folder });
  return files.map((file) => join(folder, file)).find((file) => existsSync(file));
}
