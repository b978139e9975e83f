/**
 * Generates content of any size: `npm run generate`. The business, its people, services, places and
 * aspects are the files in firm/; review-file.ts draws a review's facts, and review-text.ts its
 * text, from the words and sentences of vocabulary.yaml. Equal seeds give equal bytes (random.ts).
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { makeFolder } from '#release/make-folder.ts';
import { createRandom } from './random.ts';
import { createReviewFile, type GeneratedFile } from './review-file.ts';
import { createReviewWriter } from './review-text.ts';

/** The first line of a generated business.yaml: the folder may be overwritten. */
const SYNTHETIC_MARKER =
  '# SYNTHETIC CONTENT, made by "npm run generate". No business, person or review in it is real.\n';

const Names = z.array(z.object({ name: z.string(), aliases: z.array(z.string()).default([]) }));

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
  yield readFirm('business.yaml');
  const [people, services, places] = [
    readFirm('technicians.yaml'),
    readFirm('services.yaml'),
    readFirm('service-areas.yaml'),
  ];
  yield* [people, services, places, readFirm('aspects.yaml')];
  const random = createRandom(seed);
  const writer = createReviewWriter(random, {
    people: Names.parse(parse(people.text)),
    services: Names.parse(parse(services.text)),
    places: Names.parse(parse(places.text)),
  });
  for (let index = 0; index < reviews; index++) yield createReviewFile(index, random, writer);
}

function readFirm(path: string): GeneratedFile {
  return { path, text: readFileSync(join(import.meta.dirname, 'firm', path), 'utf8') };
}

/** True if the folder is new, empty, or made by generate. */
export function isFree(folder: string): boolean {
  try {
    if (readdirSync(folder).length === 0) return true;
    return readFileSync(join(folder, 'business.yaml'), 'utf8').startsWith(SYNTHETIC_MARKER);
  } catch {
    // Missing, or not ours: a file, or a folder without a business.yaml.
    return !existsSync(folder);
  }
}

const BATCH_SIZE = 500;

/**
 * Writes files below a folder in place of the reviews there, and returns their number. `onBatch`
 * gets the number of files that were written since its last call.
 */
export async function writeContent(
  folder: string,
  files: Iterable<GeneratedFile>,
  onBatch: (more: number) => void = () => {},
): Promise<number> {
  rmSync(join(folder, 'reviews'), { recursive: true, force: true });
  let written = 0;
  for (const { path, text } of files) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    // Writing synchronously is three times faster than through promises for files this small.
    writeFileSync(file, text);
    written++;
    if (written % BATCH_SIZE === 0) {
      onBatch(BATCH_SIZE);
      await setImmediate();
    }
  }
  return written;
}
