import { z } from 'zod';
import { HttpUrl, Line, Prose, ReviewId, Slug } from './scalars.ts';

const Aliases = z.array(Line).default([]);

const Page = HttpUrl.optional().meta({
  description: 'its page on your website',
  examples: ['https://harborlaw.example/car-accidents'],
});

/** An entry of `technicians.yaml`: a person of the business whom reviews may name. */
export const Technician = z.strictObject({
  id: Slug.meta({
    description: 'a short key, in addresses; it never changes',
    examples: ['elena-munoz'],
  }),
  name: Line.meta({ description: 'the full name', examples: ['Elena Muñoz'] }),
  jobTitle: Line.meta({ description: 'the job', examples: ['Managing attorney'] }),
  aliases: Aliases.meta({
    description: 'what reviewers call them besides, misspellings too',
    examples: [['Attorney Muñoz', 'Ms. Muñoz']],
  }),
  unambiguous: z
    .boolean()
    .default(false)
    .meta({
      description:
        'true if the first name alone means this person: nobody else has it, and it is no ordinary word',
      examples: [true],
    }),
  url: HttpUrl.optional().meta({
    description: 'their page on your website',
    examples: ['https://harborlaw.example/elena-munoz'],
  }),
});
export type Technician = z.infer<typeof Technician>;

/** An entry of `services.yaml`. */
export const Service = z.strictObject({
  id: Slug.meta({
    description: 'a short key, in addresses; it never changes',
    examples: ['car-accident'],
  }),
  name: Line.meta({ description: 'its name', examples: ['Car accidents'] }),
  description: Prose.optional().meta({
    description: 'what it is',
    examples: ['Collisions between cars, and claims against uninsured drivers.'],
  }),
  aliases: Aliases.meta({
    description: 'the words for it in reviews',
    examples: [['car wreck', 'rear ended']],
  }),
  url: Page,
});
export type Service = z.infer<typeof Service>;

/** An entry of `service-areas.yaml`: a place that the business serves. */
export const ServiceArea = z.strictObject({
  id: Slug.meta({
    description: 'a short key, in addresses; it never changes',
    examples: ['round-rock'],
  }),
  name: Line.meta({ description: 'its name', examples: ['Round Rock'] }),
  aliases: Aliases.meta({
    description: 'what reviewers call it besides',
    examples: [['Roundrock', 'Round Rock TX']],
  }),
});
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
  z.strictObject({
    term: Term.meta({ description: 'the words', examples: ['water'] }),
    weight: z
      .number()
      .positive()
      .max(10)
      .meta({ description: '1 is enough; two hints of 0.5 are, too', examples: [0.5] }),
  }),
]);
export type AspectTerm = z.infer<typeof AspectTerm>;

/** Reviews to quote first for an aspect, and reviews never to quote for it. */
export const AspectQuotes = z.strictObject({
  pin: z
    .array(ReviewId)
    .default([])
    .meta({ description: 'reviews to quote first', examples: [['google-1a2b3c4d']] }),
  veto: z
    .array(ReviewId)
    .default([])
    .meta({ description: 'reviews never to quote', examples: [['yelp-0a9b8c7d']] }),
});

/** What editors write about an aspect. */
export const ASPECT_FIELDS = {
  id: { description: 'a short key, in addresses', examples: ['staff'] },
  name: { description: 'its name', examples: ['Staff'] },
  description: {
    description: 'what it is about',
    examples: ['How the people at the desk and on the telephone treat clients.'],
  },
  quotes: {
    description: 'which reviews are quoted for it',
    examples: [{ pin: ['google-1a2b3c4d'] }],
  },
  terms: {
    description: 'the words by which it is found, in any form, with a weight where that is not 1',
    examples: [['receptionist', { term: 'desk', weight: 0.5 }]],
  },
};

/** A subject of praise or criticism, and the terms by which it is found. */
export const Aspect = z.strictObject({
  id: Slug.meta(ASPECT_FIELDS.id),
  name: Line.meta(ASPECT_FIELDS.name),
  description: Prose.meta(ASPECT_FIELDS.description),
  terms: z.array(AspectTerm).min(1).meta(ASPECT_FIELDS.terms),
  quotes: AspectQuotes.optional().meta(ASPECT_FIELDS.quotes),
});
export type Aspect = z.infer<typeof Aspect>;
