import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { peerModules } from '../../../peers/peers.ts';

const PEERS = import.meta.dirname;

/** Where a peer reads, and the command that builds its site into `out`. */
const BUILDERS = {
  hugo: {
    input: 'content',
    command: 'hugo',
    args: ['--destination', 'out', '--quiet'],
  },
  eleventy: {
    input: 'input',
    command: process.execPath,
    args: [join(peerModules('bench'), '@11ty/eleventy/cmd.cjs'), '--quiet'],
  },
};

/**
 * Makes the site of a peer with a copy of the reviews: a page of each, a home page and reviews.json.
 * Both peers make the same pages; their templates are beside this file.
 */
export function prepareSite(name: keyof typeof BUILDERS, contentDir: string, parent: string) {
  const { input, ...builder } = BUILDERS[name];
  const folder = join(parent, name);
  const reviews = join(folder, input, 'reviews');
  cpSync(join(PEERS, name), folder, { recursive: true });
  cpSync(join(contentDir, 'reviews'), reviews, { recursive: true });
  return { ...builder, folder, reviews, out: join(folder, 'out') };
}
