import { z } from 'zod';

/** What can be measured: times in milliseconds, heaps and the peak in megabytes. */
const FigureName = z.enum([
  /** Of all texts, cold. */
  'analysis',
  'clauses',
  /** Of the model. */
  'unpacking',
  /** The first dataset, insights of it, and insights.json. */
  'dataset',
  'insights',
  'rendering',
  'bytes',
  /** The same after an edit, and all three together. */
  'nextDataset',
  'nextInsights',
  'nextRendering',
  'next',
  /** What is held because of each, after a collection. */
  'modelHeap',
  'datasetHeap',
  'insightsHeap',
  /** The most memory that the process ever had. */
  'peak',
]);
export type FigureName = z.infer<typeof FigureName>;

/** What one process measured: each figure as often as it was measured. */
export const Figures = z.partialRecord(FigureName, z.array(z.number()));
export type Figures = z.infer<typeof Figures>;
