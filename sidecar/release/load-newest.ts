import type { Logger } from 'pino';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import { isSameProgram } from '#release/release-key.ts';
import { findReleases, type StoredRelease } from './find-release.ts';
import { type LoadedRelease, loadRelease } from './load-release.ts';

type Settings = {
  readonly outDir: string;
  readonly stateDir: string;
  /** The key that this program gives a release; whatever its content. */
  readonly key: ReleaseKey;
};

/** The newest release that can be served, and where it lies. */
export type NewestRelease = {
  readonly parts: LoadedRelease;
  readonly stored: StoredRelease;
};

/**
 * Loads the newest release on disk that this program made for this origin, of whatever content.
 * What was damaged is passed over with a warning.
 */
export function loadNewest(settings: Settings, log: Logger): NewestRelease | undefined {
  const accepts = (key: ReleaseKey) => isSameProgram(key, settings.key);
  for (const candidate of findReleases(settings, accepts)) {
    try {
      const parts = loadRelease(candidate);
      if (accepts(parts.key)) return { parts, stored: candidate };
    } catch (error) {
      const { path } = candidate;
      log.warn({ err: error, path }, 'a release cannot be loaded and is passed over');
    }
  }
  return undefined;
}
