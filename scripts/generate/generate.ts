/**
 * Generates content of any size: `npm run generate`. review-file.ts draws a review's facts,
 * review-text.ts its text from templates with words of vocabulary.ts; entities.ts has the people
 * and services. Equal seeds give equal bytes (random.ts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';
import { ASPECTS, SERVICE_AREAS, SERVICES, TECHNICIANS } from './entities.ts';
import { createRandom } from './random.ts';
import { createReviewFile, type GeneratedFile } from './review-file.ts';
import { createReviewWriter } from './review-text.ts';

/** The first line of a generated business.yaml: the folder may be overwritten. */
export const SYNTHETIC_MARKER =
  '# SYNTHETIC CONTENT, made by "npm run generate". No business, person or review in it is real.';

/**
 * Yields the files of a content folder with that many generated reviews, business.yaml first. Equal
 * seeds yield equal bytes, and a smaller number of reviews the beginning of a larger one.
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

const BATCH_SIZE = 500;

export function findObstacle(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    if (readdirSync(folder).length === 0) return undefined;
    const business = readFileSync(join(folder, 'business.yaml'), 'utf8');
    if (business.startsWith(SYNTHETIC_MARKER)) return undefined;
  } catch {
    // Not a folder, or one without a business.yaml: no more ours than one without the marker.
  }
  return `${folder} is not empty and was not made by generate; name a new folder with --out.`;
}

/**
 * Writes files below a folder in place of the reviews there. `progress` is called after each batch.
 */
export async function writeContent(
  folder: string,
  files: Iterable<GeneratedFile>,
  progress: (written: number) => void = () => {},
): Promise<number> {
  rmSync(join(folder, 'reviews'), { recursive: true, force: true });
  const created = new Set<string>();
  let written = 0;
  for (const { path, text } of files) {
    const file = join(folder, path);
    const parent = dirname(file);
    if (!created.has(parent)) {
      mkdirSync(parent, { recursive: true });
      created.add(parent);
    }
    // Writing synchronously is three times faster than through promises for files this small.
    writeFileSync(file, text);
    written++;
    if (written % BATCH_SIZE === 0) {
      progress(written);
      await setImmediate();
    }
  }
  return written;
}
