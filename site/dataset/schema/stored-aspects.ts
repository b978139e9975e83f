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

/** Changes to an aspect of a list, or a whole aspect to add. */
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

/** Changes to a list of the program, or all aspects without one, as in the files of those lists. */
export const AspectChanges = z.strictObject({
  /** The list to change; without it there are only `aspects`. */
  use: z.enum(TRADES).optional(),
  /** Words for third parties, in addition to those of the list. */
  others: z.array(Term).default([]),
  aspects: z.array(AspectEntry).default([]),
  /** Aspects of the list to leave out. */
  remove: z.array(Slug).default([]),
});
export type AspectChanges = z.infer<typeof AspectChanges>;

/** `aspects.yaml`: all aspects, or changes to a built-in list; empty or missing means `general`. */
export const StoredAspects = z.preprocess(
  (input) => input ?? { use: 'general' },
  z.union([z.array(Aspect).readonly(), AspectChanges]),
);
export type StoredAspects = z.infer<typeof StoredAspects>;
