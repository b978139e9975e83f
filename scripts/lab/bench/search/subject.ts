import { z } from 'zod';
import type { PageQuery, SearchDocument, SearchHits } from '#search/search.ts';

export type Subject = {
  /** What its data takes, in memory or on disk, in bytes; undefined: see what the process took. */
  readonly bytes?: number;
  readonly search: (query: PageQuery) => SearchHits | Promise<SearchHits>;
  /** The 99th percentile of the event loop's delay under many searches at once, in ms. */
  readonly measureDelay?: () => Promise<number>;
  readonly close?: () => Promise<void>;
};

/** Builds a subject; throws an Error that says why where it cannot be run. */
export type OpenSubject = (documents: Iterable<SearchDocument>) => Subject | Promise<Subject>;

/** The subjects, ours first. All but `other` have to find the same as the naive scan. */
export const SUBJECTS = [
  { id: 'ours', label: 'Testimony', role: 'ours' },
  { id: 'sqlite', label: 'SQLite FTS5 trigram', role: 'peer' },
  { id: 'postgres', label: 'PostgreSQL pg_trgm', role: 'peer' },
  { id: 'buffer', label: 'scan of one buffer', role: 'peer' },
  { id: 'naive', label: 'naive scan', role: 'reference' },
  { id: 'minisearch', label: 'MiniSearch (by words)', role: 'other' },
] as const;

export type SubjectId = (typeof SUBJECTS)[number]['id'];

const Measured = z.object({
  buildSeconds: z.number(),
  megabytes: z.number(),
  peakMegabytes: z.number(),
  delay: z.number().optional(),
  milliseconds: z.array(z.number()),
  hits: z.array(z.object({ total: z.number(), positions: z.array(z.number()) })),
});
export type Measured = z.infer<typeof Measured>;

export const Outcome = z.union([z.object({ failure: z.string() }), Measured]);
export type Outcome = z.infer<typeof Outcome>;
