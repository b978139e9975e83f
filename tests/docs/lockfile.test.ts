import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { REPOSITORY } from '../support/run-script.ts';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      license: z.string().optional(),
      resolved: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { packages } = Lockfile.parse(
  JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')),
);

/** Whether Node would find a package from another one's folder on, up to the top. */
function isFound(name: string, from: string): boolean {
  if (`${from && `${from}/`}node_modules/${name}` in packages) return true;
  if (from === '') return false;
  const above = from.lastIndexOf('/node_modules/');
  return isFound(name, above < 0 ? '' : from.slice(0, above));
}

// npm drops what it did not install, and then refuses its own lockfile on a fresh clone.
test('the lockfile names every optional package, also of other platforms', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isFound(name, path)),
  );
  assert.deepEqual(missing, []);
});

// What has no hash is run as it comes from the registry, whatever that is.
test('the lockfile has a SHA-512 of every package, also of other platforms', () => {
  const unhashed = Object.entries(packages).filter(
    ([path, { integrity = '' }]) => path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity),
  );
  assert.deepEqual(
    unhashed.map(([path]) => path),
    [],
  );
});

test('every package of the lockfile names its licence', () => {
  const unlicensed = Object.entries(packages).filter(([, { license = '' }]) => license === '');
  assert.deepEqual(
    unlicensed.map(([path]) => path),
    [],
  );
});

test('the lockfile names no registry', () => {
  assert.deepEqual(
    Object.values(packages).filter(({ resolved }) => resolved),
    [],
  );
});
