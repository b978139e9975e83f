import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BENCH_BASE_URL, buildArguments } from '../bench-release.ts';
import type { Command } from '../process/measured-command.ts';
import { checkFiles } from './check-built-files.ts';
import { prepareEleventy } from './eleventy-site.ts';
import { prepareHugo } from './hugo-site.ts';
import { copyProgram } from './program-copy.ts';

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
  readonly prepare: (folders: BuildFolders) => Command;
  /** Throws an Error where what was built is not what was asked for. */
  readonly check: (outDir: string, reviews: number) => void;
};

const NO_CODINGS = pathToFileURL(join(import.meta.dirname, 'no-codings.ts')).href;

export const BUILDERS: readonly Builder[] = [
  {
    id: 'testimony',
    label: 'Testimony',
    prepare: ({ contentDir, outDir }) => ({
      program: process.execPath,
      args: buildArguments(contentDir, outDir),
    }),
    check: (outDir, reviews) => checkFiles(join(outDir, 'client'), reviews, reviews),
  },
  {
    id: 'eleventy',
    label: 'Eleventy',
    prepare: prepareEleventy,
    check: (outDir, reviews) => checkFiles(outDir, reviews, reviews),
  },
  {
    id: 'hugo',
    label: 'Hugo',
    prepare: prepareHugo,
    check: (outDir, reviews) => checkFiles(outDir, reviews, reviews),
  },
  {
    id: 'identity',
    label: 'Testimony, identity only',
    prepare: ({ contentDir, outDir }) => ({
      program: process.execPath,
      args: ['--import', NO_CODINGS, ...buildArguments(contentDir, outDir)],
    }),
    check: (outDir, reviews) => {
      checkFiles(join(outDir, 'client'), reviews, reviews);
      if (existsSync(join(outDir, 'client/index.html.br'))) throw new Error('it compressed pages');
    },
  },
  {
    id: 'data',
    label: 'Testimony, data files alone',
    prepare: ({ contentDir, outDir }) => ({
      program: process.execPath,
      args: [join(import.meta.dirname, 'run-data-build.ts'), contentDir, BENCH_BASE_URL, outDir],
    }),
    check: (outDir, reviews) => checkFiles(outDir, reviews, 0),
  },
  {
    id: 'bundle',
    label: 'Testimony, the bundle, once for a program',
    prepare: ({ outDir }) => {
      copyProgram(outDir);
      return { program: process.execPath, args: ['scripts/bundle.ts'], cwd: outDir };
    },
    check: (outDir) => {
      if (readdirSync(join(outDir, '.bundle')).length === 0) throw new Error('it made no bundle');
    },
  },
];
