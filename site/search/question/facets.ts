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
  const facets: string[] = [];
  const add = (more: readonly string[]) => {
    for (const one of more) if (!facets.includes(one)) facets.push(one);
  };
  for (const name of review.mentionedTechnicians) add(ofTechnician(name));
  for (const id of review.mentionedServices) add(ofService(id));
  for (const id of review.mentionedServiceAreas) add(ofServiceArea(id));
  for (const { id, sentiment } of ownMentions(review)) add(ofAspect(id)(sentiment));
  if (review.sentiment) add(ofSentiment(review.sentiment.label));
  add(ofSource(review.publisher.name));
  add(ofLanguage(review.inLanguage));
  add(ofReply(String(review.ownerReply !== undefined)));
  add(ofRelationship(review.relationship ?? 'none'));
  return facets;
}

/*
 * The facets of each value. They are made once: many reviews have the same ones, a start waits until
 * those of all reviews are known, and equal strings take the memory of one.
 */
const ofTechnician = remember((name: string) => [facet('technician', name)]);
const ofService = remember((id: string) => [facet('service', id)]);
const ofServiceArea = remember((id: string) => [facet('service_area', id)]);
const ofAspect = remember((id: string) => {
  const alone = facet('aspect', id);
  return remember((sentiment: string) => [alone, aspectFacet(id, sentiment)]);
});
const ofSentiment = remember((label: string) => [facet('sentiment', label)]);
const ofSource = remember((name: string) => [facet('source', name), sourceFacet(name)]);
const ofLanguage = remember((tag: string) => [
  facet('language', tag),
  ...rangesOf(tag).map(languageFacet),
]);
const ofReply = remember((hasReply: string) => [facet('has_reply', hasReply)]);
const ofRelationship = remember((relationship: string) => [relationshipFacet(relationship)]);

/** The ranges that a language tag is in: es-MX is in es-MX and es. */
function rangesOf(tag: string): string[] {
  const subtags = tag.split('-');
  return subtags.map((_, index) => subtags.slice(0, index + 1).join('-'));
}

/** Enough for the names of any business; texts of strangers are not among them. */
const MAX_REMEMBERED = 10_000;

/** The same function, which makes what it returns once for each text. */
function remember<Result>(make: (text: string) => Result): (text: string) => Result {
  const made = new Map<string, Result>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= MAX_REMEMBERED) made.clear();
    const result = make(text);
    made.set(text, result);
    return result;
  };
}
