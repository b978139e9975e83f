import { basename, join } from 'node:path';
import type { BuildFolders } from '../builder/builders.ts';
import { prepareEleventy } from '../builder/eleventy-site.ts';
import { prepareHugo } from '../builder/hugo-site.ts';
import type { Command } from '../process/measured-command.ts';
import type { Edit } from './review-edits.ts';

/** A site generator that makes the same site of the same files. */
export type PeerBuilder = {
  readonly label: string;
  readonly prepare: (folders: BuildFolders) => Command;
  /** What its command line is told to go on watching. */
  readonly watchArguments: readonly string[];
  /** What it says once it notices edits. */
  readonly watchingSign: string;
  /** Where the reviews are that it reads. */
  readonly reviewsFolderOf: (folders: BuildFolders) => string;
  /** What it calls the folder of a review's page. */
  readonly pageNameOf: (edit: Edit) => string;
};

/** The peer that the design names. */
export const AIMED_AT = 'Hugo';

export const PEER_BUILDERS: readonly PeerBuilder[] = [
  {
    label: AIMED_AT,
    prepare: prepareHugo,
    // It renders the page that was edited and the home page with its data files, and no other.
    watchArguments: ['--watch', '--quiet=false'],
    watchingSign: 'Watching for changes',
    reviewsFolderOf: ({ contentDir }) => join(contentDir, 'reviews'),
    pageNameOf: ({ file }) => basename(file, '.md'),
  },
  {
    label: 'Eleventy',
    prepare: prepareEleventy,
    watchArguments: ['--watch', '--incremental'],
    watchingSign: 'Watching',
    reviewsFolderOf: ({ folder }) => join(folder, 'input', 'reviews'),
    pageNameOf: ({ reviewId }) => reviewId,
  },
];
