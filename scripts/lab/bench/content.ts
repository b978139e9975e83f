import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateContent, writeContent } from '../../generate/generate.ts';
import type { GeneratedFile } from '../../generate/review-file.ts';
import { until } from './programs.ts';

/** Writes content whose reviews are all published, so that every builder makes as many pages. */
export async function writeReviews(contentDir: string, size: number): Promise<void> {
  await writeContent(contentDir, listPublished(size));
}

function* listPublished(size: number): Generator<GeneratedFile> {
  let reviews = 0;
  // A few in a hundred are not published.
  for (const file of generateContent({ reviews: 2 * size + 100 })) {
    const isReview = file.path.startsWith('reviews/');
    if (isReview && !file.text.includes('\nverification: { status: verified,')) continue;
    yield file;
    if (isReview) reviews++;
    if (reviews >= size) return;
  }
}

export type Edit = {
  readonly id: string;
  /** A word that only the new text has. */
  readonly marker: string;
  readonly save: () => void;
};

/** A prime, so that edits are spread over all reviews, old and new. */
const STRIDE = 7919;

/** Prepares edits of the reviews in a folder, each time of another one. */
export function createEditor(reviewsFolder: string): () => Edit {
  const files = readdirSync(reviewsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort();
  let count = 0;
  return () => {
    const file = join(reviewsFolder, files[(count++ * STRIDE) % files.length] ?? '');
    const [frontMatter = '', id = ''] =
      /^---\n[\s\S]*?^id: (\S+)$[\s\S]*?\n---\n/m.exec(readFileSync(file, 'utf8')) ?? [];
    // Letters alone: digits could be taken for a telephone number.
    const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26)));
    const marker = `Edited ${letters.join('')}.`;
    const text = `${frontMatter}${marker} They explained every step and the fee was fair.\n`;
    return { id, marker, save: () => writeFileSync(file, text) };
  };
}

/** Resolves to the milliseconds from saving an edit until an address answers with all of it. */
export async function timeEdit(url: string, { marker, save }: Edit): Promise<number> {
  let etag = '';
  const isServed = async () => {
    const headers = { 'If-None-Match': etag, 'Accept-Encoding': 'identity' };
    const response = await fetch(url, { headers });
    etag = response.headers.get('etag') ?? '';
    return Buffer.from(await response.arrayBuffer()).includes(marker);
  };
  await isServed();
  const savedAt = performance.now();
  save();
  await until(isServed, 'the edit');
  return performance.now() - savedAt;
}
