import { z } from 'zod';
import { HttpUrl, Line, Prose, ReviewId, Slug } from './scalars.ts';

const Aliases = z.array(Line).default([]);

/** An entry of `technicians.yaml`: a person of the business whom reviews may name. */
export const Technician = z.strictObject({
  id: Slug,
  name: Line,
  jobTitle: Line,
  aliases: Aliases,
  /** True if the first name alone means this person and is not an ordinary word. */
  unambiguous: z.boolean().default(false),
  url: HttpUrl.optional(),
});
export type Technician = z.infer<typeof Technician>;

/** An entry of `services.yaml`. */
export const Service = z.strictObject({
  id: Slug,
  name: Line,
  description: Prose.optional(),
  aliases: Aliases,
  url: HttpUrl.optional(),
});
export type Service = z.infer<typeof Service>;

/** An entry of `service-areas.yaml`: a place that the business serves. */
export const ServiceArea = z.strictObject({ id: Slug, name: Line, aliases: Aliases });
export type ServiceArea = z.infer<typeof ServiceArea>;

const MAX_TERM_WORDS = 8;

/** Words that match in any inflected form. */
export const Term = Line.refine((term) => /[\p{L}\p{N}]/u.test(term), 'must hold a word').refine(
  (term) => term.split(/[\s-]+/).length <= MAX_TERM_WORDS,
  `must have at most ${MAX_TERM_WORDS} words`,
);

/** Words that indicate an aspect, with their weight if it is not 1. */
export const AspectTerm = z.union([
  Term,
  z.strictObject({ term: Term, weight: z.number().positive().max(10) }),
]);
export type AspectTerm = z.infer<typeof AspectTerm>;

/** Reviews to quote first for an aspect, and reviews never to quote for it. */
export const AspectQuotes = z.strictObject({
  pin: z.array(ReviewId).default([]),
  veto: z.array(ReviewId).default([]),
});

/** A subject of praise or criticism, and the terms by which it is found. */
export const Aspect = z.strictObject({
  id: Slug,
  name: Line,
  description: Prose,
  terms: z.array(AspectTerm).min(1),
  quotes: AspectQuotes.optional(),
});
export type Aspect = z.infer<typeof Aspect>;
