import { z } from 'zod';
import type { Dataset } from '#dataset/dataset.ts';
import { LanguageTag } from '#dataset/schema/scalars.ts';
import words from './methodology.json' with { type: 'json' };
import card from './polarity/model-card.json' with { type: 'json' };
import { LANGUAGES } from './text/segment-text.ts';

const Count = z.int().nonnegative();

/** The origin of the figures, as published. */
export const Methodology = z.strictObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  modelSha256: z.string().regex(/^[0-9a-f]{64}$/),
  languages: z.array(z.string()).describe('Analyzed ones.'),
  unit: z.literal('clause'),
  benchmarks: z.array(
    z.strictObject({ dataset: z.string(), metric: z.string(), value: z.number(), n: Count }),
  ),
  limitations: z.string(),
  humanReviewed: z.boolean().describe('True if a person has checked every label.'),
  coverage: z.strictObject({
    textReviewCount: Count,
    analysedReviewCount: Count,
    notAnalysed: z.array(z.strictObject({ inLanguage: LanguageTag, reviewCount: Count })),
  }),
});

/** The sets of reviews that measure the accuracy of a document: of its trade, or of another. */
export const MARKED_SETS = {
  law: 'realistic reviews of law firms, marked by a reader',
  other: 'realistic reviews of home services, marked by a reader',
} as const;

const Measured = z
  .strictObject({
    value: z.number().min(0).max(1),
    n: Count.describe('The number of opinions in the measurement.'),
    dataset: z.enum(MARKED_SETS),
  })
  .meta({ id: 'Measured' });

/** The accuracy of the analysis, as published. */
export const Accuracy = z
  .strictObject({
    precision: Measured,
    recall: Measured,
    praiseRecall: Measured,
    criticismRecall: Measured,
  })
  .describe(
    'precision: the share of the opinions found whose side and aspect are correct; recall: the share of a reader’s opinions that are found.',
  );

type Methodology = z.infer<typeof Methodology>;

/** The measured accuracy of the shipped model; MODEL-CARD.md has the details. */
export const MODEL_CARD: Pick<
  Methodology,
  'name' | 'version' | 'modelSha256' | 'benchmarks' | 'limitations'
> = card;

/** Describes the origin of the figures, and their coverage of the reviews. */
export function describeMethod(coverage: Methodology['coverage']): Methodology {
  const { name, version, modelSha256, benchmarks, limitations } = MODEL_CARD;
  return {
    name,
    version,
    description: words.description.join(' '),
    modelSha256,
    languages: [...LANGUAGES],
    unit: 'clause',
    benchmarks,
    limitations: `${limitations} ${words.limitations}`,
    humanReviewed: false,
    coverage,
  };
}

/** Returns the accuracy for a trade, measured on the marked reviews that are closest to it. */
export function describeAccuracy(trade: Dataset['trade']): z.infer<typeof Accuracy> {
  const dataset = trade === 'law' ? MARKED_SETS.law : MARKED_SETS.other;
  const find = (metric: string) => {
    const { value = 0, n = 0 } =
      card.benchmarks.find((one) => one.dataset === dataset && one.metric === metric) ?? {};
    return { value, n, dataset };
  };
  return {
    precision: find('opinionPrecision'),
    recall: find('opinionRecall'),
    praiseRecall: find('praiseRecall'),
    criticismRecall: find('criticismRecall'),
  };
}
