import { z } from 'zod';
import { Line, Prose, Slug } from './scalars.ts';
import { ASPECT_FIELDS, Aspect, AspectQuotes, AspectTerm, Term } from './stored-entities.ts';

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
  id: Slug.meta(ASPECT_FIELDS.id),
  name: Line.optional().meta(ASPECT_FIELDS.name),
  description: Prose.optional().meta(ASPECT_FIELDS.description),
  terms: z
    .union([
      Terms,
      z.strictObject({
        add: z
          .array(AspectTerm)
          .default([])
          .meta({ description: 'words to add to the list', examples: [['our paralegal']] }),
        remove: z
          .array(Term)
          .default([])
          .meta({ description: 'words of the list to leave out', examples: [['hourly']] }),
      }),
    ])
    .optional()
    .meta({
      description: 'words instead of those of the list, or { add, remove } to change these',
      examples: [{ add: ['our paralegal'], remove: ['attitude'] }],
    }),
  quotes: AspectQuotes.optional().meta(ASPECT_FIELDS.quotes),
});
export type AspectEntry = z.infer<typeof AspectEntry>;

/** Changes to a list of the program, or all aspects without one, as in the files of those lists. */
export const AspectChanges = z.strictObject({
  use: z
    .enum(TRADES)
    .optional()
    .meta({
      description: 'the list to begin with; without it there are only the aspects below',
      examples: ['law'],
    }),
  others: z
    .array(Term)
    .default([])
    .meta({
      description: 'words for others, whose conduct is not that of the business',
      examples: [['insurance company']],
    }),
  aspects: z
    .array(AspectEntry)
    .default([])
    .meta({
      description: 'aspects to change or to add',
      examples: [[{ id: 'staff', terms: { add: ['our paralegal'] } }]],
    }),
  remove: z
    .array(Slug)
    .default([])
    .meta({ description: 'aspects of the list to leave out', examples: [['wifi']] }),
});
export type AspectChanges = z.infer<typeof AspectChanges>;

/** `aspects.yaml`: all aspects, or changes to a built-in list; empty or missing means `general`. */
export const StoredAspects = z.preprocess(
  (input) => input ?? { use: 'general' },
  z.union([z.array(Aspect).readonly(), AspectChanges]),
);
export type StoredAspects = z.infer<typeof StoredAspects>;
