import { vocabularyOf } from '#dataset/annotate.ts';
import type { Content } from '#dataset/content.ts';
import { createDataset, type Dataset } from '#dataset/dataset.ts';
import { createAnnotator } from '#insights/annotation/annotation.ts';
import { createReader, type ReadClause } from '#insights/annotation/read-text.ts';
import { deriveInsights } from '#insights/insights.ts';
import type { InsightsDocument } from '#insights/insights-document.ts';
import { type Noter, rememberNoted } from '#insights/noted-review.ts';

/** Checked content, and its analysis as the service publishes it. */
export type Analysis = {
  readonly content: Content;
  readonly dataset: Dataset;
  readonly insights: InsightsDocument;
  readonly noter: Noter;
  /** Returns the reading of a text, clause by clause, before editors' changes. */
  readonly readClauses: (text: string, stars: number) => readonly ReadClause[];
};

/** Nothing in the output contains links. */
const BASE_URL = 'http://localhost';

export function analyzeContent(content: Content): Analysis {
  const dataset = createDataset(content, BASE_URL, createAnnotator());
  const noter = rememberNoted()(dataset);
  const read = createReader(vocabularyOf(content));
  return {
    content,
    dataset,
    insights: deriveInsights(dataset, noter),
    noter,
    readClauses: (reviewBody, rating) =>
      read({ reviewBody, rating }).flatMap(({ clauses }) => clauses),
  };
}
