import { join } from 'node:path';
import type { Logger } from 'pino';
import { readContent } from '#dataset/read-content.ts';
import { readManifest } from '#release/manifest-file.ts';
import { isSameKey, isSameProgram, releaseKeyOf } from '#release/release-key.ts';
import { BuildError, type BuildSettings, buildInChild } from './build-in-child.ts';
import { findReleases, type StoredRelease } from './release/find-release.ts';
import { loadRelease } from './release/load-release.ts';
import type { Release } from './release/release.ts';

type Settings = BuildSettings & {
  readonly stateDir: string;
};

/**
 * Loads the release that the content, the origin and this program make: the newest one on disk or,
 * where there is none, one built now. If that fails, the last good release of this program stays.
 * Throws a BuildError where there is nothing to serve.
 */
export async function prepareRelease(settings: Settings, log: Logger): Promise<Release> {
  const ownFolder = join(settings.stateDir, 'release');
  const folders = [settings.outDir, ownFolder];
  const key = releaseKeyOf(readContent(settings.contentDir).files, settings.baseUrl);
  const same = findReleases(folders, (other) => isSameKey(other, key));
  const release = loadNewest(same, log);
  if (release) return release;

  log.info('building the release: none on disk was made of this content, origin and program');
  try {
    const warnings = await buildInChild({ ...settings, outDir: ownFolder });
    for (const warning of warnings) log.warn(warning);
  } catch (error) {
    settings.signal.throwIfAborted();
    const earlier = findReleases(folders, (other) => isSameProgram(other, key));
    const lastRelease = loadNewest(earlier, log);
    if (!lastRelease) throw error;
    log.error({ err: error }, 'the build failed; the last good release is served');
    return lastRelease;
  }
  // The content may have changed since its key was taken; whatever was built is newer.
  const manifest = readManifest(ownFolder);
  if (!manifest) throw new BuildError(`The build left no release in ${ownFolder}.`);
  return loadRelease(ownFolder, manifest);
}

/** A release that was damaged on disk is not served; the next takes its place. */
function loadNewest(newestFirst: readonly StoredRelease[], log: Logger): Release | undefined {
  for (const { folder, manifest } of newestFirst) {
    try {
      return loadRelease(folder, manifest);
    } catch (error) {
      log.warn({ err: error, folder }, 'a release cannot be loaded and is passed over');
    }
  }
  return undefined;
}
