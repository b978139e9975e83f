import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

/**
 * Packages of others that an outside test or a benchmark runs beside ours. They are installed on demand, as
 * nothing else needs them. Each has a folder here with a lockfile of its own, so that hashes cover
 * it, and is installed out of the program's sources.
 */
type PeerName =
  | 'bench'
  | 'clients'
  | 'cms'
  | 'conformance'
  | 'formats'
  | 'hosts'
  | 'mcp-clients'
  | 'postgres';

export class PeerError extends Error {
  override readonly name = 'PeerError';
}

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const FILES = ['package.json', 'package-lock.json'];
const INSTALL = 'npm ci --no-audit --no-fund --loglevel=error --include=optional';

const INSTALLED = fileURLToPath(new URL('../../node_modules/.cache/peers', import.meta.url));

/** Installs a peer unless it is installed. Throws a PeerError if it cannot. */
export function installPeer(
  name: PeerName,
  tell: (line: string) => void,
  installed: string = INSTALLED,
): void {
  const folder = join(installed, name);
  if (isInstalled(name, folder)) return;
  const { id, version } = packageOf(name);
  tell(`installing ${id} ${version} into ${folder}, once`);
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(join(import.meta.dirname, name, file), join(folder, file));
  // By a shell, as npm is a script on Windows. Standard output is left to the report.
  const { status } = spawnSync(INSTALL, { cwd: folder, shell: true, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  throw new PeerError(
    `npm could not install ${id} ${version} and ended with ${status}. It needs access to its registry, only once.`,
  );
}

/** Returns the folder of an installed peer's packages. */
export function peerModules(name: PeerName): string {
  return join(INSTALLED, name, 'node_modules');
}

export function peerFile(name: PeerName, path: string): string {
  return join(peerModules(name), packageOf(name).id, path);
}

/** Imports the package of an installed peer, whose types are not known here. */
export function importPeer(name: PeerName) {
  const { resolve } = createRequire(join(INSTALLED, name, 'package.json'));
  return import(pathToFileURL(resolve(packageOf(name).id)).href);
}

/** npm writes its record when it is done; the files beside it identify its contents. */
function isInstalled(name: PeerName, folder: string): boolean {
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) return false;
  return FILES.every((file) =>
    readFileSync(join(import.meta.dirname, name, file)).equals(readFileSync(join(folder, file))),
  );
}

function packageOf(name: PeerName): { readonly id: string; readonly version: string } {
  const file = join(import.meta.dirname, name, 'package.json');
  const [only] = Object.entries(
    Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).dependencies,
  );
  if (!only) throw new Error(`${file} names no package.`);
  return { id: only[0], version: only[1] };
}
