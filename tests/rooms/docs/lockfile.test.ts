import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { REPOSITORY } from '../../support/run-script.ts';

const Package = z.object({
  integrity: z.string().optional(),
  version: z.string().optional(),
  libc: z.array(z.string()).optional(),
  hasInstallScript: z.boolean().optional(),
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lockfile = z.object({ packages: z.record(z.string(), Package) });
const Manifest = z.object({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  allowScripts: z.record(z.string(), z.boolean()).default({}),
});

const read = (path: string) => JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8'));
const FOLDERS = [
  '.',
  ...readdirSync(join(REPOSITORY, 'scripts/peers'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `scripts/peers/${name}`),
];

for (const folder of FOLDERS) {
  const { packages } = Lockfile.parse(read(`${folder}/package-lock.json`));
  const installed = Object.entries(packages).filter(([path]) => path !== '');

  /** Whether Node would find a package from another one's folder on, up to the top. */
  const isFound = (name: string, from: string): boolean => {
    if (`${from && `${from}/`}node_modules/${name}` in packages) return true;
    if (from === '') return false;
    const above = from.lastIndexOf('/node_modules/');
    return isFound(name, above < 0 ? '' : from.slice(0, above));
  };

  // npm drops what it did not install, and then refuses its own lockfile on a fresh clone.
  test(`the lockfile of ${folder} names every optional package, also of other platforms`, () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isFound(name, path)),
    );
    assert.deepEqual(missing, []);
  });

  // What has no hash is run as it comes from the registry, whatever that is.
  test(`the lockfile of ${folder} has a hash of every package, and no registry`, () => {
    const isHashed = ({ integrity = '' }) => /^sha512-[\w+/]{86}==$/.test(integrity);
    const faulty = installed.filter(([, entry]) => !isHashed(entry) || entry.resolved);
    assert.ok(installed.length > 0);
    assert.deepEqual(pathsOf(faulty), []);
  });

  test(`every package of ${folder} that runs a script when it is installed is decided on`, () => {
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const { allowScripts } = Manifest.parse(read(`${folder}/package.json`));
    const names = pathsOf(scripted).map((path) => path.replace(/^.*node_modules\//, ''));
    assert.deepEqual(names.sort(), Object.keys(allowScripts).sort());
  });
}

test('Node.js is pinned to one version for all platforms, on Linux for those with glibc', () => {
  const { optionalDependencies = {} } = Manifest.parse(read('package.json'));
  const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'bin-darwin-arm64', 'win-x64'];
  const names = platforms.map((platform) => `node-${platform}`);
  assert.deepEqual(Object.keys(optionalDependencies).sort(), names.sort());
  const [version] = Object.values(optionalDependencies);
  const { packages } = Lockfile.parse(read('package-lock.json'));
  for (const [name, asked] of Object.entries(optionalDependencies)) {
    const { libc, version: locked } = packages[`node_modules/${name}`] ?? assert.fail(name);
    assert.deepEqual([asked, locked], [version, version], name);
    assert.deepEqual(libc, name.includes('linux') ? ['glibc'] : undefined, name);
  }
});

function pathsOf(entries: readonly (readonly [string, unknown])[]): string[] {
  return entries.map(([path]) => path);
}
