import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { ownMentions } from '#insights/mention.ts';
import { quarterOf } from '#insights/opinion-counts.ts';
import type { Grouping } from './stats-query.ts';

/*
 * A facet is something that reviews are found and counted by, written `kind:value`, such as
 * `service:car-accident`. A review has a list of them, a filter requires one, and the statistics
 * count the reviews with each. Opinions of third parties are not facets.
 */

/** The facet of a kind with a value. */
export function facet(kind: Grouping, value: string | number | boolean): string {
  return `${kind}:${value}`;
}

/** The values of a kind among facets. */
export function valuesOf(facets: Iterable<string>, kind: Grouping): string[] {
  const start = facet(kind, '');
  return [...facets].flatMap((one) => (one.startsWith(start) ? [one.slice(start.length)] : []));
}

/** The facet of reviews that mention an aspect, with a sentiment if one is given. */
export function aspectFacet(aspect: string, sentiment?: string): string {
  return sentiment === undefined ? facet('aspect', aspect) : `said:${aspect}:${sentiment}`;
}

/** The source of a review, whatever the case of the name. */
export function sourceFacet(name: string): string {
  return `from:${fold(name)}`;
}

/** The facet of reviews whose language is in a range, lowercase, such as es (RFC 4647 §3.3.1). */
export function languageFacet(range: string): string {
  return `range:${range.toLowerCase()}`;
}

/** The facets of a year, a quarter or a month, which no review lists: its date implies them. */
export const PERIOD_FACETS: readonly ((date: string) => string)[] = [
  (date) => facet('year', date.slice(0, 4)),
  (date) => facet('quarter', quarterOf(date)),
  (date) => facet('month', date.slice(0, 7)),
];

/** All facets of a review, each once. */
export function facetsOf(review: Review): readonly string[] {
  const { publisher, inLanguage, sentiment, ownerReply, relationship = 'none' } = review;
  const facets = [
    ...review.mentionedTechnicians.map((name) => facet('technician', name)),
    ...review.mentionedServices.map((id) => facet('service', id)),
    ...review.mentionedServiceAreas.map((id) => facet('service_area', id)),
    ...ownMentions(review).flatMap(({ id, sentiment }) => [
      aspectFacet(id),
      aspectFacet(id, sentiment),
      // A mixed one is on both sides, as in insights.
      ...(sentiment === 'mixed' ? [aspectFacet(id, 'positive'), aspectFacet(id, 'negative')] : []),
    ]),
    ...(sentiment ? [facet('sentiment', sentiment.label)] : []),
    facet('source', publisher.name),
    sourceFacet(publisher.name),
    facet('language', inLanguage),
    // A tag is in each range that it begins with: es-MX is in es-MX and es.
    ...inLanguage.split('-').map((_, at, all) => languageFacet(all.slice(0, at + 1).join('-'))),
    facet('has_text', review.reviewBody !== ''),
    facet('has_reply', ownerReply !== undefined),
    facet('relationship', relationship),
  ];
  return [...new Set(facets)];
}
