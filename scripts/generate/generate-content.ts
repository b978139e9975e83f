import { stringify } from 'yaml';
import { ASPECTS, SERVICE_AREAS, SERVICES, TECHNICIANS } from './entities.ts';
import { createRandom } from './random.ts';
import { createReviewFile, type GeneratedFile } from './review-file.ts';
import { createReviewWriter } from './review-text.ts';

/** The first line of a generated business.yaml: the folder may be written over. */
export const SYNTHETIC_MARKER =
  '# SYNTHETIC CONTENT, made by "npm run generate". No business, person or review in it is real.';

/**
 * Yields the files of a content folder with that many made-up reviews, business.yaml first. The
 * same seed yields the same bytes, and a smaller number of reviews the beginning of a larger one.
 */
export function* generateContent({
  reviews,
  seed = 1,
}: {
  readonly reviews: number;
  readonly seed?: number;
}): Generator<GeneratedFile> {
  yield { path: 'business.yaml', text: `${SYNTHETIC_MARKER}\n${stringify(BUSINESS)}` };
  yield { path: 'technicians.yaml', text: stringify(TECHNICIANS) };
  yield { path: 'services.yaml', text: stringify(SERVICES) };
  yield { path: 'service-areas.yaml', text: stringify(SERVICE_AREAS) };
  yield { path: 'aspects.yaml', text: stringify(ASPECTS) };
  const random = createRandom(seed);
  const writer = createReviewWriter(random);
  for (let index = 0; index < reviews; index++) yield createReviewFile(index, random, writer);
}

const BUSINESS = {
  id: 'synthetic-firm',
  name: 'Synthetic Harbor Law (made up)',
  description: 'A business that does not exist, with made-up reviews for tests and benchmarks.',
  url: 'https://synthetic.example/',
  address: {
    streetAddress: '1 Nowhere Street',
    addressLocality: 'Fairhaven',
    addressCountry: 'US',
  },
  timeZone: 'America/Chicago',
  knowsLanguage: ['en', 'es'],
  disclaimer: 'Synthetic data: no part of it describes a real business, person or case.',
  feedAuthority: 'synthetic.example,2026',
} as const;
