import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * A site of a peer with a copy of the reviews: a page of each, a home page and reviews.json. Both
 * peers make the same pages; their templates are beside this file.
 */
export type Site = {
  readonly subject: 'Hugo' | 'Eleventy';
  readonly folder: string;
  /** Where its reviews are. */
  readonly reviews: string;
  /** Where it writes. */
  readonly out: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Further arguments, to rebuild after an edit. */
  readonly watch: readonly string[];
};

const PEERS = import.meta.dirname;

export function prepareSites(contentDir: string, folder: string): readonly Site[] {
  const sites: readonly Site[] = [
    {
      ...placesOf('Hugo', join(folder, 'hugo'), 'content'),
      command: 'hugo',
      args: ['--destination', 'out', '--cacheDir', join(folder, 'hugo/cache'), '--quiet'],
      // It then renders the page that was edited and the home page with its data.
      watch: ['--watch'],
    },
    {
      ...placesOf('Eleventy', join(folder, 'eleventy'), 'input'),
      command: process.execPath,
      args: [join(PEERS, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'],
      watch: ['--watch', '--incremental'],
    },
  ];
  for (const { folder, reviews } of sites) {
    cpSync(join(PEERS, basename(folder)), folder, { recursive: true });
    cpSync(join(contentDir, 'reviews'), reviews, { recursive: true });
  }
  return sites;
}

function placesOf<Subject extends Site['subject']>(
  subject: Subject,
  folder: string,
  input: string,
) {
  const reviews = join(folder, input, 'reviews');
  return { subject, folder, reviews, out: join(folder, 'out') };
}
