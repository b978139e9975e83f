import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceBody } from '../publish/review-edits.ts';

const Feed = z.object({ items: z.tuple([z.object({ id: z.url() })], z.unknown()) });
const REVIEW = /\/reviews\/([^/]+)\/$/;
const SENTENCE = 'They explained every step, returned every call and the fee was fair. ';

/**
 * Edits the newest review, which stands in every topic. Each edit makes it longer by a sentence, so
 * that the length of a body tells which one it has.
 */
export class NewestReview implements Disposable {
  readonly #file: string;
  readonly #before: string;
  #edits = 0;

  constructor(reviewsFolder: string, feed: string) {
    this.#file = findReview(reviewsFolder, newestIn(feed));
    this.#before = readFileSync(this.#file, 'utf8');
  }

  edit(): void {
    this.#edits++;
    const body = SENTENCE.repeat(this.#edits).trim();
    writeFileSync(this.#file, replaceBody(this.#before, body));
  }

  /** The review is as it was, so the content is again what the release on disk was made of. */
  [Symbol.dispose](): void {
    writeFileSync(this.#file, this.#before);
  }
}

/** The id of the first review of a JSON Feed, which has the newest first. */
export function newestIn(feed: string): string {
  const [, id] = REVIEW.exec(Feed.parse(JSON.parse(feed)).items[0].id) ?? [];
  if (id === undefined) throw new Error('The feed names no review.');
  return id;
}

function findReview(folder: string, id: string): string {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.md')) continue;
    const file = join(folder, path);
    if (readFileSync(file, 'utf8').includes(`\nid: ${id}\n`)) return file;
  }
  throw new Error(`No file has the review ${id}.`);
}
