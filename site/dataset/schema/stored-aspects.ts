import { z } from 'zod';
import { Line, Prose, Slug } from './scalars.ts';
import { Aspect, AspectQuotes, AspectTerm, Term } from './stored-entities.ts';

/** The lists of aspects that come with the program, by trade. */
export const TRADES = [
  'general',
  'law',
  'health',
  'hospitality',
  'home-services',
  'retail',
] as const;
export type Trade = (typeof TRADES)[number];

const Terms = z.array(AspectTerm).min(1);

/** What is changed of an aspect of a list, or a whole aspect, which is added to it. */
const AspectEntry = z.strictObject({
  id: Slug,
  name: Line.optional(),
  description: Prose.optional(),
  terms: z
    .union([
      Terms,
      z.strictObject({
        add: z.array(AspectTerm).default([]),
        remove: z.array(Term).default([]),
      }),
    ])
    .optional(),
  quotes: AspectQuotes.optional(),
});
export type AspectEntry = z.infer<typeof AspectEntry>;

/** Aspects by the changes to a list, or without one whole; the files of the lists are of this form. */
export const AspectChanges = z.strictObject({
  /** The list to begin with; without it nothing but `aspects` counts. */
  use: z.enum(TRADES).optional(),
  /** Phrases for those whose conduct is not that of the business, besides those of the list. */
  others: z.array(Term).default([]),
  aspects: z.array(AspectEntry).default([]),
  /** Aspects of the list that are none here. */
  remove: z.array(Slug).default([]),
});
export type AspectChanges = z.infer<typeof AspectChanges>;

/**
 * `aspects.yaml`: all aspects in a list, or changes to a list of the program. An empty file says nothing: the
 * list `general` holds, as without the file.
 */
export const StoredAspects = z.preprocess(
  (input) => input ?? { use: 'general' },
  z.union([z.array(Aspect).readonly(), AspectChanges]),
);
export type StoredAspects = z.infer<typeof StoredAspects>;
