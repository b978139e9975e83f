import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { Analysed } from '#insights/earlier-analyses.ts';
import { readCorpus } from '#search/corpus.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { DATASET_FILE, PUBLIC_FOLDER, readManifest } from './manifest-file.ts';
import { isSameProgram } from './release-key.ts';
import { readStoredAnalyses } from './stored-dataset.ts';

/** An earlier release. What it says of its reviews is read only when it is needed, which may throw. */
export type ReleaseBefore = { readonly key: ReleaseKey; readonly readAnalyses: () => Analysed };

/** The release that a build has left in a folder; undefined where there is none. */
export function releaseInFolder(folder: string): ReleaseBefore | undefined {
  const manifest = readManifest(folder);
  return (
    manifest && {
      key: manifest.key,
      readAnalyses: () => {
        const reviewsJson = readFileSync(join(folder, PUBLIC_FOLDER, 'reviews.json'));
        const entry = manifest.entries.find(({ path }) => path === '/reviews.json');
        if (entry?.variants.identity.etag !== strongEtag(reviewsJson)) {
          throw new Error(`${folder} is damaged: reviews.json is not what was built.`);
        }
        return readStoredAnalyses(
          readFileSync(join(folder, DATASET_FILE)),
          readCorpus([reviewsJson]),
        );
      },
    }
  );
}

/**
 * The reviews of an earlier release, if the program of this key analysed them: its code and its
 * model are the same. One that cannot be read is as good as none; `warn` is told.
 */
export function readAnalysed(
  before: ReleaseBefore | undefined,
  key: ReleaseKey,
  warn: (error: unknown) => void = () => {},
): Analysed | undefined {
  if (!before || !isSameProgram(before.key, key)) return undefined;
  try {
    return before.readAnalyses();
  } catch (error) {
    warn(error);
    return undefined;
  }
}
