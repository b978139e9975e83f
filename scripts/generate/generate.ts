/**
 * Generates content of any size: `npm run generate`. The business, its people, services, places and
 * aspects are the files in firm/; review-file.ts draws a review's facts, and review-text.ts its
 * text, from the words and sentences of vocabulary.yaml. Equal seeds give equal bytes (random.ts).
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
export function* generateContent(options: {
  readonly reviews: number;
  readonly seed?: number;
}): Generator<GeneratedFile> {
  const { reviews, seed = 1 } = options;
  yield* ['business', 'technicians', 'services', 'service-areas', 'aspects'].map(readFirm);
  const namesIn = (name: string) => Names.parse(parse(readFirm(name).text));
  const [people, services, places] = [
    namesIn('technicians'),
    namesIn('services'),
    namesIn('service-areas'),
  ];
  const random = createRandom(seed);
  const writer = createReviewWriter(random, { people, services, places });
  for (let index = 0; index < reviews; index++) yield createReviewFile(index, random, writer);
}

function readFirm(name: string): GeneratedFile {
  const path = `${name}.yaml`;
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

/** Writes files below a folder in place of the reviews there, and returns their number. */
export function writeContent(folder: string, files: Iterable<GeneratedFile>): number {
  rmSync(join(folder, 'reviews'), { recursive: true, force: true });
  let written = 0;
  for (const { path, text } of files) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    writeFileSync(file, text);
    written++;
  }
  return written;
}
