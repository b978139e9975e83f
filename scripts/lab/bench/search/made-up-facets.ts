import {
  aspectFacet,
  facet,
  languageFacet,
  relationshipFacet,
  type Sentiment,
  sourceFacet,
} from '#search/question/facets.ts';
import { NAMES, NOUNS } from './word-lists.ts';

/*
 * What the made-up reviews bear: as many people, services, places and aspects as a larger business
 * has, as often as they are found in real reviews. Each facet is one string that all reviews share.
 */

export const TECHNICIANS = NAMES.slice(0, 24).map((name, i) => `${name} ${NAMES[40 + i] ?? ''}`);
export const SERVICES = NOUNS.slice(0, 12);
export const SERVICE_AREAS = NAMES.slice(100, 120).map((name) => name.toLowerCase());
/** The first ones are spoken of most. */
export const ASPECTS = `communication professionalism results price speed empathy knowledge honesty
  availability cleanliness paperwork parking`.split(/\s+/);

const SENTIMENTS: readonly Sentiment[] = ['positive', 'neutral', 'negative', 'mixed'];

/** Each as often as it is listed. */
const SOURCES = repeat({ Google: 60, Yelp: 17, Facebook: 10, Avvo: 8, Angi: 4, 'Our website': 1 });
const LANGUAGES = repeat({ en: 80, 'en-US': 8, es: 6, 'es-MX': 4, fr: 1, vi: 1 });
const RELATIONSHIPS = repeat({ none: 197, family: 1, employee: 1, incentivized: 1 });

const BORNE = {
  technicians: TECHNICIANS.map((name) => facet('technician', name)),
  services: SERVICES.map((id) => facet('service', id)),
  serviceAreas: SERVICE_AREAS.map((id) => facet('service_area', id)),
  aspects: ASPECTS.map((id) => ({
    any: facet('aspect', id),
    said: SENTIMENTS.map((sentiment) => aspectFacet(id, sentiment)),
  })),
  sentiments: SENTIMENTS.map((sentiment) => facet('sentiment', sentiment)),
  sources: SOURCES.map((name) => [facet('source', name), sourceFacet(name)]),
  languages: LANGUAGES.map((tag) => [facet('language', tag), ...rangesOf(tag).map(languageFacet)]),
  relationships: RELATIONSHIPS.map(relationshipFacet),
  replies: [facet('has_reply', 'true'), facet('has_reply', 'false')],
};

/** Draws what a review with a rating bears. */
export function makeFacets(rating: number, random: () => number): readonly string[] {
  const pick = <Item>(from: readonly Item[], chance = 1): Item[] => {
    const item = random() < chance ? from[Math.floor(random() * from.length)] : undefined;
    return item === undefined ? [] : [item];
  };
  // The square makes the first ones frequent.
  const rank = () => Math.floor(random() ** 2 * ASPECTS.length);
  const aspects = new Set(Array.from({ length: Math.floor(random() * 5) }, rank));
  const [replied = '', unanswered = ''] = BORNE.replies;
  return [
    ...new Set([
      ...pick(BORNE.technicians, 0.4),
      ...pick(BORNE.technicians, 0.05),
      ...pick(BORNE.services, 0.5),
      ...pick(BORNE.serviceAreas, 0.25),
      ...[...aspects].flatMap((aspect) => {
        const { any = '', said = [] } = BORNE.aspects[aspect] ?? {};
        return [any, said[drawSentiment(rating, random)] ?? ''];
      }),
      BORNE.sentiments[drawSentiment(rating, random)] ?? '',
      ...pick(BORNE.sources).flat(),
      ...pick(BORNE.languages).flat(),
      random() < 0.6 ? replied : unanswered,
      ...pick(BORNE.relationships),
    ]),
  ];
}

/** The place among SENTIMENTS of what is said, mostly with the rating. */
function drawSentiment(rating: number, random: () => number): number {
  const chance = random();
  if (chance < 0.1) return 1;
  if (chance < 0.15) return 3;
  const isPositive = random() < (rating - 0.8) / 4.3;
  return isPositive ? 0 : 2;
}

function repeat(times: Readonly<Record<string, number>>): string[] {
  return Object.entries(times).flatMap(([name, count]) => new Array<string>(count).fill(name));
}

function rangesOf(tag: string): string[] {
  const [primary = tag] = tag.split('-');
  return [...new Set([primary, tag])];
}
