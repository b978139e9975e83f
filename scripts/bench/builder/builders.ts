import { join } from 'node:path';
import { BENCH_BASE_URL, buildArguments } from '../bench-release.ts';
import type { Command } from '../process/measured-command.ts';
import { checkFiles } from './check-built-files.ts';
import { prepareEleventy } from './eleventy-site.ts';
import { prepareHugo } from './hugo-site.ts';

export type BuildFolders = {
  /** Where a builder may keep its templates. */
  readonly folder: string;
  readonly contentDir: string;
  /** Where the files go; it does not exist yet. */
  readonly outDir: string;
  /** Whether the data files are all that is wanted, and no page of a review. */
  readonly isDataOnly?: boolean;
};

/** A program that makes a site of a content folder. */
export type Builder = {
  readonly id: string;
  readonly label: string;
  readonly role: 'ours' | 'peer' | 'information';
  readonly prepare: (folders: BuildFolders) => Command;
  /** Throws an Error where what was built is not what was asked for. */
  readonly check: (outDir: string, reviews: number) => void;
};

export const BUILDERS: readonly Builder[] = [
  {
    id: 'testimony',
    label: 'Testimony',
    role: 'ours',
    prepare: ({ contentDir, outDir }) => ({
      program: process.execPath,
      args: buildArguments(contentDir, outDir),
    }),
    check: (outDir, reviews) => checkFiles(join(outDir, 'client'), reviews, reviews),
  },
  {
    id: 'eleventy',
    label: 'Eleventy',
    role: 'peer',
    prepare: prepareEleventy,
    check: (outDir, reviews) => checkFiles(outDir, reviews, reviews),
  },
  {
    id: 'hugo',
    label: 'Hugo',
    role: 'peer',
    prepare: prepareHugo,
    check: (outDir, reviews) => checkFiles(outDir, reviews, reviews),
  },
  {
    id: 'data',
    label: 'Testimony, data files alone',
    role: 'information',
    prepare: ({ contentDir, outDir }) => ({
      program: process.execPath,
      args: [join(import.meta.dirname, 'run-data-build.ts'), contentDir, BENCH_BASE_URL, outDir],
    }),
    check: (outDir, reviews) => checkFiles(outDir, reviews, 0),
  },
];
