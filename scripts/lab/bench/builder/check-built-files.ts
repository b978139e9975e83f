import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Dataset = z.object({ reviews: z.array(z.object({ reviewBody: z.string() })) });
const OTHERS = ['insights.json', 'feed.xml', 'api/feed.json'];

/** Throws an Error where a built site lacks a file, or has another number of reviews or pages. */
export function checkFiles(folder: string, reviews: number, pages: number): void {
  const dataset = Dataset.parse(JSON.parse(readFileSync(join(folder, 'reviews.json'), 'utf8')));
  refuseOther('reviews in reviews.json', dataset.reviews.length, reviews);
  for (const file of OTHERS) {
    if (readFileSync(join(folder, file)).length === 0) throw new Error(`it wrote an empty ${file}`);
  }
  if (pages === 0) return;
  const found = readdirSync(join(folder, 'reviews'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => readFileSync(join(folder, 'reviews', name, 'index.html')).length > 0);
  refuseOther('pages of reviews', found.length, pages);
  readFileSync(join(folder, 'index.html'));
}

function refuseOther(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`it made ${found} ${what}, not ${expected}`);
}
