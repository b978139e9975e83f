import type { Review } from '#dataset/review.ts';
import { fold } from '#dataset/text/fold.ts';
import { ownMentions } from '#insights/mention.ts';

/*
 * A facet is something that reviews are found and counted by, written `kind:value`, such as
 * `service:car-accident`. A review bears a list of them, a filter asks for one, and the statistics
 * count the reviews that bear each. What somebody else did is no aspect of the business.
 */

/** What statistics group by, of which a review bears some or none. */
export type FacetKind =
  | 'technician'
  | 'service'
  | 'service_area'
  | 'aspect'
  | 'sentiment'
  | 'source'
  | 'language'
  | 'has_reply';

export type Sentiment = NonNullable<Review['sentiment']>['label'];

/** The members of a review that facets are made of. */
type FacetedReview = Pick<
  Review,
  | 'mentionedTechnicians'
  | 'mentionedServices'
  | 'mentionedServiceAreas'
  | 'aspects'
  | 'sentiment'
  | 'publisher'
  | 'inLanguage'
  | 'ownerReply'
  | 'relationship'
>;

/** The facet of a kind with a value. */
export function facet(kind: FacetKind, value: string): string {
  return `${kind}:${value}`;
}

/** The values of a kind among facets. */
export function valuesOf(facets: Iterable<string>, kind: FacetKind): string[] {
  const start = facet(kind, '');
  return [...facets].flatMap((one) => (one.startsWith(start) ? [one.slice(start.length)] : []));
}

/** That a review says something about an aspect with a sentiment. */
export function aspectFacet(aspect: string, sentiment: string): string {
  return `said:${aspect}:${sentiment}`;
}

/** Where a review was published first, whatever the case of the name. */
export function sourceFacet(name: string): string {
  return `from:${fold(name)}`;
}

/** That the language of a review is in a range, in lower case, such as es (RFC 4647 §3.3.1). */
export function languageFacet(range: string): string {
  return `range:${range.toLowerCase()}`;
}

export function relationshipFacet(relationship: string): string {
  return `relationship:${relationship}`;
}

/** All facets of a review, each once. */
export function facetsOf(review: FacetedReview): readonly string[] {
  const facets = new Set<string>();
  const add = (text: string) => facets.add(intern(text));
  for (const name of review.mentionedTechnicians) add(facet('technician', name));
  for (const id of review.mentionedServices) add(facet('service', id));
  for (const id of review.mentionedServiceAreas) add(facet('service_area', id));
  for (const { id, sentiment } of ownMentions(review)) {
    add(facet('aspect', id));
    add(aspectFacet(id, sentiment));
  }
  if (review.sentiment) add(facet('sentiment', review.sentiment.label));
  add(facet('source', review.publisher.name));
  add(sourceFacet(review.publisher.name));
  add(facet('language', review.inLanguage));
  for (const range of rangesOf(review.inLanguage)) add(languageFacet(range));
  add(facet('has_reply', String(review.ownerReply !== undefined)));
  add(relationshipFacet(review.relationship ?? 'none'));
  return [...facets];
}

/** The ranges that a language tag is in: es-MX is in es-MX and es. */
function rangesOf(tag: string): string[] {
  const subtags = tag.split('-');
  return subtags.map((_, index) => subtags.slice(0, index + 1).join('-'));
}

/** Enough for the names of any business; texts of strangers are not among them. */
const MAX_INTERNED = 10_000;
const interned = new Map<string, string>();

/** The same string for equal texts: reviews have few facets, and many reviews have the same. */
function intern(text: string): string {
  const known = interned.get(text);
  if (known !== undefined) return known;
  if (interned.size >= MAX_INTERNED) interned.clear();
  interned.set(text, text);
  return text;
}
