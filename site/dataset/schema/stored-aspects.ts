import { z } from 'zod';
import keys from './keys.json' with { type: 'json' };
import { Line, ONE_ENTRY, Prose, Slug } from './scalars.ts';
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

const Terms = z.array(AspectTerm).min(1, ONE_ENTRY);

/** Changes to an aspect of a list, or a whole aspect to add. */
const AspectEntry = z.strictObject({
  id: Slug.meta(keys.aspect.id),
  name: Line.optional().meta(keys.aspect.name),
  description: Prose.optional().meta(keys.aspect.description),
  terms: z
    .union([
      Terms,
      z.strictObject({
        add: z.array(AspectTerm).default([]).meta(keys.changedTerms.add),
        remove: z.array(Term).default([]).meta(keys.changedTerms.remove),
      }),
    ])
    .optional()
    .meta(keys.aspectEntry.terms),
  quotes: AspectQuotes.optional().meta(keys.aspect.quotes),
});
export type AspectEntry = z.infer<typeof AspectEntry>;

/** Changes to a list of the program, or all aspects without one, as in the files of those lists. */
export const AspectChanges = z.strictObject({
  use: z.enum(TRADES).optional().meta(keys.aspects.use),
  others: z.array(Term).default([]).meta(keys.aspects.others),
  aspects: z.array(AspectEntry).default([]).meta(keys.aspects.aspects),
  remove: z.array(Slug).default([]).meta(keys.aspects.remove),
});
export type AspectChanges = z.infer<typeof AspectChanges>;

/** `aspects.yaml`: all aspects, or changes to a built-in list; empty or missing means `general`. */
export const StoredAspects = z.preprocess(
  (input) => input ?? { use: 'general' },
  z.union([z.array(Aspect).readonly(), AspectChanges]),
);
export type StoredAspects = z.infer<typeof StoredAspects>;
