import { z } from 'zod';
import keys from './keys.json' with { type: 'json' };
import { HttpUrl, Line, ONE_ENTRY, Prose, ReviewId, Slug } from './scalars.ts';

const Aliases = z.array(Line).default([]);

/** An entry of `technicians.yaml`: a person of the business whom reviews may name. */
export const Technician = z.strictObject({
  id: Slug.meta(keys.technician.id),
  name: Line.meta(keys.technician.name),
  jobTitle: Line.meta(keys.technician.jobTitle),
  aliases: Aliases.meta(keys.technician.aliases),
  unambiguous: z.boolean().default(false).meta(keys.technician.unambiguous),
  url: HttpUrl.optional().meta(keys.technician.url),
});
export type Technician = z.infer<typeof Technician>;

/** An entry of `services.yaml`. */
export const Service = z.strictObject({
  id: Slug.meta(keys.service.id),
  name: Line.meta(keys.service.name),
  description: Prose.optional().meta(keys.service.description),
  aliases: Aliases.meta(keys.service.aliases),
  url: HttpUrl.optional().meta(keys.service.url),
});
export type Service = z.infer<typeof Service>;

/** An entry of `service-areas.yaml`: a place that the business serves. */
export const ServiceArea = z.strictObject({
  id: Slug.meta(keys.serviceArea.id),
  name: Line.meta(keys.serviceArea.name),
  aliases: Aliases.meta(keys.serviceArea.aliases),
});
export type ServiceArea = z.infer<typeof ServiceArea>;

const MAX_TERM_WORDS = 8;

/** Words that match in any inflected form. */
export const Term = Line.refine((term) => /[\p{L}\p{N}]/u.test(term), 'must contain a word').refine(
  (term) => term.split(/[\s-]+/).length <= MAX_TERM_WORDS,
  `must have at most ${MAX_TERM_WORDS} words`,
);

/** Words that indicate an aspect, with their weight if it is not 1. */
export const AspectTerm = z.union([
  Term,
  z.strictObject({
    term: Term.meta(keys.term.term),
    weight: z.number().positive().max(10).meta(keys.term.weight),
  }),
]);
export type AspectTerm = z.infer<typeof AspectTerm>;

/** Reviews to quote first for an aspect, and reviews never to quote for it. */
export const AspectQuotes = z.strictObject({
  pin: z.array(ReviewId).default([]).meta(keys.quotes.pin),
  veto: z.array(ReviewId).default([]).meta(keys.quotes.veto),
});

/** A subject of praise or criticism, and the terms by which it is found. */
export const Aspect = z.strictObject({
  id: Slug.meta(keys.aspect.id),
  name: Line.meta(keys.aspect.name),
  description: Prose.meta(keys.aspect.description),
  terms: z.array(AspectTerm).min(1, ONE_ENTRY).meta(keys.aspect.terms),
  quotes: AspectQuotes.optional().meta(keys.aspect.quotes),
});
export type Aspect = z.infer<typeof Aspect>;
