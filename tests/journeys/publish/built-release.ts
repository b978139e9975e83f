import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { BrokenReleaseError, load } from '#release/load.ts';
import type { ChangeLog } from '#search/changes/change-log.ts';
import { findChanges } from '#search/changes/find-changes.ts';
import { continueLog } from '#search/changes/kept-log.ts';
import { putInPlace } from '../../../scripts/build/out-folder.ts';
import { type MadeRelease, makeRelease, writeRelease } from '../../support/release.ts';
import { numberedContent } from '../../support/sample-content.ts';

type Changes = Pick<NonNullable<Parameters<typeof makeRelease>[1]>, 'baseUrl' | 'vanished'> & {
  readonly now?: Date;
};

/** Makes a folder that holds an edition as a build would leave it in the place of `outDir`. */
export async function buildEdition(
  folder: string,
  outDir: string,
  edition: number,
  changes: Changes = {},
): Promise<void> {
  const made = await makeRelease(numberedContent(edition), { now: new Date(), ...changes });
  writeRelease(folder, { ...made, manifest: { ...made.manifest, log: logAfter(outDir, made) } });
}

/** The change log of a release that replaces another, if it can be read. */
function logAfter(outDir: string, { dataset, data }: MadeRelease): ChangeLog {
  try {
    const before = load(outDir);
    const earlier = { blocks: before.blocks, removed: before.dataset.removed };
    const changes = findChanges(earlier, { blocks: data.blocks, removed: dataset.removed });
    return continueLog(before.log, changes, Date.now());
  } catch (error) {
    if (error instanceof BrokenReleaseError) return continueLog(undefined, [], Date.now());
    throw error;
  }
}

/** Replaces a release as `npm run build` does. */
export async function replaceRelease(built: string, outDir: string): Promise<void> {
  cpSync(built, `${outDir}.copy`, { recursive: true });
  await putInPlace(`${outDir}.copy`, outDir);
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

/**
 * Copies a release over another, file by file, each in two parts, as a slow tool might: in the
 * order of the names, or with the manifest first.
 */
export async function copyInPlace(
  built: string,
  outDir: string,
  order: 'by-name' | 'manifest-first',
): Promise<void> {
  const paths = filesIn(built);
  if (order === 'manifest-first') paths.unshift(paths.pop() ?? '');
  for (const path of paths) {
    const bytes = readFileSync(join(built, path));
    const file = join(outDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    await elapse(10);
    writeFileSync(file, bytes);
  }
  const stale = filesIn(outDir).filter((path) => !paths.includes(path));
  for (const path of stale) rmSync(join(outDir, path));
}
