import type { InsightsDocument } from './insights-document.ts';
import words from './methodology.json' with { type: 'json' };
import card from './polarity/model-card.json' with { type: 'json' };
import { LANGUAGES } from './text/segment-text.ts';

type Methodology = InsightsDocument['methodology'];

/** The measured accuracy of the shipped model; MODEL-CARD.md has the details. */
export const MODEL_CARD: Pick<
  Methodology,
  'name' | 'version' | 'modelSha256' | 'benchmarks' | 'limitations'
> = card;

/** How the figures came about, and how many of the reviews they cover. */
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
