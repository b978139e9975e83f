import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_FOLDER } from '#release/manifest.ts';
import type { Bench } from './bench.ts';
import { writeReviews } from './content.ts';
import { prepareSites } from './peers/sites.ts';
import { BASE_URL, REPOSITORY, run } from './programs.ts';

const work = 'data and pages';
const WITHOUT_TABLES = import.meta.resolve('./build/without-tables.ts');

/**
 * Our build does more than the peers: it checks every field, analyzes texts, hashes each file,
 * compresses it three times, and makes tables of all reviews. The aim is for the parts that peers
 * make as well, data and pages; the whole build has a row of its own.
 */
export const bench: Bench = {
  about: 'a full build from scratch with a page per review, beside Hugo and Eleventy',
  size: 10_000,
  programs: ['hugo'],
  run: async ({ size, folder, table, progress }) => {
    progress('writing the content, and bundling the pages');
    const contentDir = join(folder, 'content');
    await writeReviews(contentDir, size);
    await run(process.execPath, [join(REPOSITORY, 'scripts/bundle.ts')]);
    const measure = (subject: string, out: string, build: () => ReturnType<typeof run>) => {
      progress(subject);
      return table.attempt({ work, subject }, async () => {
        const { seconds, cpuSeconds } = await build();
        check(out, size);
        table.row({ work, subject, value: seconds, unit: 's' });
        return table.row({ work, subject, value: cpuSeconds, unit: 's CPU' });
      });
    };
    const release = join(folder, 'release');
    const settings = ['--content', contentDir, '--out', release, '--base-url', BASE_URL, '--html'];
    const build = (options: readonly string[]) =>
      run(process.execPath, [...options, 'scripts/build.ts', ...settings]);
    const made = join(release, PUBLIC_FOLDER);
    await measure('Testimony, with tables', made, () => build([]));
    const ours = await measure('Testimony', made, () => build(['--import', WITHOUT_TABLES]));
    for (const { subject, folder: cwd, out, command, args } of prepareSites(contentDir, folder)) {
      const theirs = await measure(subject, out, () => run(command, args, { cwd }));
      const aim = subject === 'Eleventy' && size >= 10_000 ? { atLeast: 0.7 } : undefined;
      table.ratio({ work, subject: `${subject} / Testimony`, of: [theirs, ours], aim });
    }
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
