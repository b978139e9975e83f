import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readContent } from '#dataset/read/read-content.ts';
import { readManifest } from '#release/manifest.ts';
import { isSameKey, releaseKeyOf } from '#release/release-key.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { BASE_URL } from './release.ts';
import { REPOSITORY, runScript } from './run-script.ts';

const PREFIX = 'testimony-release-';
const STALE_MS = 3_600_000;

/**
 * The folder of a release of the demonstration content for BASE_URL, built where it is missing. All
 * test files and runs share it: nothing may change it.
 */
export async function sharedRelease(): Promise<string> {
  const key = releaseKeyOf(readContent(join(REPOSITORY, 'content')).files, BASE_URL);
  const name = strongEtag(key.content, key.code, key.baseUrl).slice(1, 17);
  const folder = join(tmpdir(), PREFIX + name, 'release');
  const isBuilt = () => {
    const manifest = readManifest(folder);
    return manifest !== undefined && isSameKey(manifest.key, key);
  };
  const lock = join(folder, '../lock');
  mkdirSync(join(folder, '..'), { recursive: true });
  while (!isBuilt()) {
    if (!takeLock(lock)) await setTimeout(50);
    else {
      try {
        if (!isBuilt()) build(folder);
      } finally {
        rmSync(lock, { force: true });
      }
    }
  }
  return folder;
}

function build(folder: string): void {
  removeStale();
  const parameters = ['--content', 'content', '--base-url', BASE_URL, '--out', folder];
  const { status, stderr } = runScript('scripts/build.ts', parameters);
  if (status !== 0) throw new Error(`The demonstration content cannot be built:\n${stderr}`);
}

/** Takes the lock unless another process has it; that of a process that has ended is removed. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (existsSync(lock) && !isRunning(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')) || process.pid, 0);
    return true;
  } catch {
    return false;
  }
}

function removeStale(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    if (Date.now() - statSync(folder).mtimeMs > STALE_MS) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
