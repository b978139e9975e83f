import { type Annotations, vocabularyOf } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import type { StoredReview } from '#dataset/stored-review.ts';
import { createAnnotator } from '#insights/annotate-review.ts';
import { createReader, type ReadSentence } from '#insights/read-text.ts';

/** Content with all that the analysis makes of it. */
export type AnalysedContent = {
  readonly content: Content;
  readonly dataset: Dataset;
  /** How the text of a review is read, before editors have their word. */
  readonly read: (review: StoredReview) => readonly ReadSentence[];
  /** What would be published of it. */
  readonly annotate: (review: StoredReview) => Annotations;
};

/** Links stand in nothing that is shown. */
const BASE_URL = 'http://localhost';

/** Analyses content as it is published. */
export function analyseContent(content: Content): AnalysedContent {
  const vocabulary = vocabularyOf(content);
  const createAnnotate = createAnnotator();
  const dataset = createDataset(content, BASE_URL, createAnnotate);
  const [read, annotate] = [createReader(vocabulary), createAnnotate(vocabulary)];
  const withLanguage = (review: StoredReview) => ({
    ...review,
    inLanguage: review.inLanguage ?? dataset.language,
  });
  return {
    content,
    dataset,
    read: (review) => read(withLanguage(review)),
    annotate: (review) => annotate(withLanguage(review)),
  };
}
