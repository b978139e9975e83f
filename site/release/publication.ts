import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { ContentProblem } from '#dataset/content-problem.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { checkContent } from '#dataset/load-content.ts';
import { readContent } from '#dataset/read-content.ts';
import { createAnnotator } from '#insights/annotate-review.ts';
import { EarlierAnalyses } from '#insights/earlier-analyses.ts';
import { type ReleaseBefore, readAnalysed } from './release-before.ts';
import { releaseKeyOf } from './release-key.ts';

/** What a build publishes, and the key of the release that it makes. */
export type Publication = {
  readonly dataset: Dataset;
  readonly key: ReleaseKey;
  readonly warnings: readonly ContentProblem[];
};

/**
 * Reads the content folder once. What the release before says of the same texts is taken over.
 * Throws a ContentError with every error of every file.
 */
export function loadPublication(
  contentDir: string,
  baseUrl: string,
  before?: ReleaseBefore,
): Publication {
  const { files, problems } = readContent(contentDir);
  const { content, warnings } = checkContent(files, problems);
  const key = releaseKeyOf(files, baseUrl);
  const earlier = new EarlierAnalyses(() => readAnalysed(before, key));
  const dataset = createDataset(content, baseUrl, earlier.reuseFor(createAnnotator()));
  return { dataset, key, warnings };
}
