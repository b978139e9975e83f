import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContentChecker } from '#dataset/check/check-content.ts';
import type { ContentProblem } from '#dataset/content-problem.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { readContent } from '#dataset/read/read-content.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { type Analysed, EarlierAnalyses } from '#insights/annotation/earlier-analyses.ts';
import { readCorpus } from '#search/corpus/corpus.ts';
import { strongEtag } from '#search/strong-etag.ts';
import { DATASET_FILE, PUBLIC_FOLDER, type ReleaseKey, readManifest } from './manifest.ts';
import { isSameProgram, releaseKeyOf } from './release-key.ts';
import { readStoredAnalyses } from './stored-dataset.ts';
import { type StatedReviews, statedReviewsOf } from './vanished-reviews.ts';

/** What a build publishes, and the key of its release. */
export type Publication = {
  readonly dataset: Dataset;
  readonly key: ReleaseKey;
  readonly warnings: readonly ContentProblem[];
};

/**
 * Reads the content; unchanged texts keep their analyses. Throws a ContentError of all errors, and before
 * that what `judge` throws.
 */
export function loadPublication(
  contentDir: string,
  baseUrl: string,
  before?: ReleaseBefore,
  judge: (stated: StatedReviews) => void = () => {},
): Publication {
  const { files, problems } = readContent(contentDir);
  const checker = new ContentChecker();
  checker.update({ removed: [], added: files });
  const stated = statedReviewsOf(checker.draft(problems));
  if (stated) judge(stated);
  const { content, warnings } = checker.check(problems);
  const key = releaseKeyOf(files, baseUrl);
  const earlier = new EarlierAnalyses(() => readAnalysed(before, key));
  const dataset = createDataset(content, baseUrl, earlier.reuseFor(createAnnotator()));
  return { dataset, key, warnings };
}

/** A previous release, whose analyses are read only when needed, which may throw. */
type ReleaseBefore = { readonly key: ReleaseKey; readonly readAnalyses: () => Analysed };

/** The release that a build left in a folder; undefined if there is none. */
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

/** The analyses that the same code and model made before. Unreadable ones go to `warn`. */
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
