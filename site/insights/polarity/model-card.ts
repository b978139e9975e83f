import type { ModelCard } from '#insights/methodology.ts';
import card from './model-card.json' with { type: 'json' };

const { name, version, modelSha256, benchmarks, limitations } = card;

/** What is told of the model that is shipped; its whole card stands in MODEL-CARD.md. */
export const MODEL_CARD: ModelCard = { name, version, modelSha256, benchmarks, limitations };
