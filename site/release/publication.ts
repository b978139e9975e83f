import type { ReleaseKey } from '#artifacts/manifest.ts';
import type { ContentProblem } from '#dataset/content-problem.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { checkContent } from '#dataset/load-content.ts';
import { readContent } from '#dataset/read-content.ts';
import { releaseKeyOf } from './release-key.ts';

/** What a build publishes, and the key of the release that it makes. */
export type Publication = {
  readonly dataset: Dataset;
  readonly key: ReleaseKey;
  readonly warnings: readonly ContentProblem[];
};

/** Reads the content folder once. Throws a ContentError with every error of every file. */
export function loadPublication(contentDir: string, baseUrl: string): Publication {
  const { files, problems } = readContent(contentDir);
  const { content, warnings } = checkContent(files, problems);
  return { dataset: createDataset(content, baseUrl), key: releaseKeyOf(files, baseUrl), warnings };
}
