import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import type { Bench } from './bench.ts';
import { writeReviews } from './content.ts';
import { prepareSite } from './peers/sites.ts';
import { BASE_URL, REPOSITORY, run } from './programs.ts';
import { OWN } from './table.ts';

const WITHOUT_TABLES = import.meta.resolve('./build/without-tables.ts');

/**
 * Our build does more than the peer: it checks every field, analyzes texts, hashes each file and
 * compresses it three times. Only tables of all reviews are left out.
 */
export const bench: Bench = {
  about: 'a full build from scratch of data and a page per review, beside Eleventy',
  size: 10_000,
  run: async ({ size, folder, table }) => {
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    await run(process.execPath, [join(REPOSITORY, 'scripts/bundle.ts')]);
    const release = join(folder, 'release');
    const settings = ['--content', contentDir, '--out', release, '--base-url', BASE_URL, '--html'];
    const ours = ['--import', WITHOUT_TABLES, 'scripts/build.ts', ...settings];
    const own = await run(process.execPath, ours);
    check(join(release, PUBLIC_FOLDER), size);
    const { folder: cwd, out, command, args } = prepareSite('eleventy', contentDir, folder);
    const theirs = await run(command, args, { cwd });
    check(out, size);
    const figures = { [OWN]: [own], Eleventy: [theirs] };
    const work = 'build, without tables';
    table.compare({ work, unit: 's CPU', figures, ratios: { Eleventy: { atLeast: 0.7 } } });
  },
};

/** Throws if a builder has not made all pages and data. */
function check(out: string, size: number): void {
  const { reviews } = JSON.parse(readFileSync(join(out, 'reviews.json'), 'utf8'));
  const folders = readdirSync(join(out, 'reviews'), { withFileTypes: true });
  const pages = folders.filter(({ name }) => existsSync(join(out, 'reviews', name, 'index.html')));
  if (reviews.length === size && pages.length >= size) return;
  throw new Error(`it made ${reviews.length} reviews and ${pages.length} pages, not ${size} each`);
}
