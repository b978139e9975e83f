import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '#dataset/content.ts';
import { createDatasetMaker } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotate-review.ts';
import { EarlierAnalyses } from '#insights/earlier-analyses.ts';
import { unpackModel } from '#insights/polarity/polarity.ts';
import { DATASET_FILE } from '#release/manifest-file.ts';
import { readStoredAnalyses } from '#release/stored-dataset.ts';
import { readCorpus } from '#search/corpus.ts';
import { BENCH_BASE_URL } from '../bench-release.ts';
import type { Figures } from './figures.ts';
import { heldMegabytes, peakMegabytes } from './held-memory.ts';

/** Times the first dataset of a service that starts again, with the release before in a folder. */
export function restartWithRelease(content: Content, folder: string): Figures {
  unpackModel();
  let isRead = false;
  const earlier = new EarlierAnalyses(() => {
    isRead = true;
    const [dataset, reviews] = [DATASET_FILE, 'reviews.json'].map((name) =>
      readFileSync(join(folder, name)),
    );
    return dataset && reviews && readStoredAnalyses(dataset, readCorpus([reviews]));
  });
  const makeDataset = createDatasetMaker(BENCH_BASE_URL, earlier.reuseFor(createAnnotator()));
  const figures = measureDataset(makeDataset, content);
  if (!isRead) throw new Error('Nothing was taken over from the release before.');
  return figures;
}

/** Times the first dataset of a service that analyses nothing. */
export function publishPlain(content: Content): Figures {
  return measureDataset(createDatasetMaker(BENCH_BASE_URL), content);
}

function measureDataset(
  makeDataset: ReturnType<typeof createDatasetMaker>,
  content: Content,
): Figures {
  const before = heldMegabytes();
  const start = performance.now();
  const { reviews } = makeDataset(content);
  const milliseconds = performance.now() - start;
  const figures = {
    dataset: [milliseconds],
    datasetHeap: [heldMegabytes() - before],
    peak: [peakMegabytes()],
  };
  // Asked again, what was measured is still in use until here.
  if (makeDataset(content).reviews !== reviews) throw new Error('The dataset was forgotten.');
  return figures;
}
