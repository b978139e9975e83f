import { isDeepStrictEqual } from 'node:util';
import {
  type Annotate,
  type Annotations,
  type CreateAnnotate,
  keyOfVocabulary,
  vocabularyOf,
} from './annotate.ts';
import type { Content } from './content.ts';
import { createGazetteers } from './gazetteers.ts';
import { createLatest } from './latest.ts';
import { createFlatMapper } from './lists/flat-mapper.ts';
import { createSorter, placeFor } from './lists/sorted-list.ts';
import { memoize } from './memoize.ts';
import { publishReview } from './publish-review.ts';
import { compareReviews, type Review } from './review.ts';
import type { StoredReview } from './stored-review.ts';

/**
 * Publishes the verified reviews of one content after another, newest first. What is published of a
 * review stays the same object while nothing about it changed, whatever else did.
 */
export function createPublisher(
  baseUrl: string,
  createAnnotate: CreateAnnotate,
): (content: Content) => readonly Review[] {
  const sort = createSorter(compareReviews);
  const publisherWith = createLatest<string, PublishAll>();
  const annotateWith = createLatest<string, AnnotateStored>();
  let last: readonly Review[] = [];
  // Not made below: there it would hold on to the content that it was made with.
  const createPublishAll = (publish: Publish): PublishAll =>
    createFlatMapper((stored) => {
      const review = publish(stored);
      return review ? [sameAmong(last, review) ?? review] : [];
    });
  return (content) => {
    const vocabulary = vocabularyOf(content);
    const defaultLanguage = languageOf(content);
    const annotate = annotateWith(`${defaultLanguage} ${keyOfVocabulary(vocabulary)}`, () =>
      annotateOnce(createAnnotate(vocabulary), defaultLanguage),
    );
    const publishAll = publisherWith(namesOf(content), () =>
      createPublishAll(createPublish(content, baseUrl, annotate)),
    );
    last = sort(publishAll(content.reviews));
    return last;
  };
}

/** The language of reviews that name none. */
export function languageOf({ business }: Pick<Content, 'business'>): string {
  return business.knowsLanguage[0] ?? 'en';
}

type AnnotateStored = (stored: StoredReview) => Annotations;
type Publish = (stored: StoredReview) => Review | undefined;
type PublishAll = (stored: readonly StoredReview[]) => readonly Review[];

/** An analysis that looks at a text once, however often what surrounds it is published anew. */
function annotateOnce(annotate: Annotate, defaultLanguage: string): AnnotateStored {
  return memoize((stored) =>
    annotate({ ...stored, inLanguage: stored.inLanguage ?? defaultLanguage }),
  );
}

function createPublish(content: Content, baseUrl: string, annotate: AnnotateStored): Publish {
  const names = new Map(content.technicians.map(({ id, name }) => [id, name]));
  const context = {
    baseUrl,
    defaultLanguage: languageOf(content),
    gazetteers: createGazetteers(content),
    nameOf: (id: string) => names.get(id) ?? id,
    annotate,
  };
  return (stored) => publishReview(stored, context);
}

/** All that decides, besides a review itself, how it is published. */
function namesOf(content: Content): string {
  const { technicians, services, serviceAreas } = content;
  const names = JSON.stringify(
    [languageOf(content), technicians, services, serviceAreas],
    ['id', 'name', 'aliases', 'unambiguous'],
  );
  return `${names} ${keyOfVocabulary(vocabularyOf(content))}`;
}

/** The review of a sorted list that is equal to a review. */
function sameAmong(reviews: readonly Review[], review: Review): Review | undefined {
  const same = reviews[placeFor(reviews, review, compareReviews)];
  return isDeepStrictEqual(same, review) ? same : undefined;
}
