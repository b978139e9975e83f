import { join } from 'node:path';
import { checkContent, loadContent } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { readAspects } from '../../labelled/aspect-files.ts';
import { REPOSITORY } from '../process/process.ts';
import { listPublished } from '../release.ts';

export const TEXTS = ['generated', 'demonstration'] as const;

/** Published reviews, with texts that are made up by rules or those of `content/`. */
export type Sample = { readonly texts: (typeof TEXTS)[number]; readonly size: number };

const CONTENT = join(REPOSITORY, 'content');

/** Makes the content of a sample: the same each time. The aspects are those of `content/`. */
export function makeSample({ texts, size }: Sample): Content {
  return texts === 'generated' ? generate(size) : repeatDemonstration(size);
}

/** Generated aspects have few terms, and look-ups of few would seem fast. */
function generate(size: number): Content {
  const files = listPublished(size).map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
  const { content } = checkContent([...files]);
  const { aspects, others } = readAspects(join(CONTENT, 'aspects.yaml'));
  return { ...content, aspects, others };
}

function repeatDemonstration(size: number): Content {
  const { content } = loadContent(CONTENT);
  const published = content.reviews.filter(
    ({ verification }) => verification.status === 'verified',
  );
  const reviews = Array.from({ length: size }, (_, index) => {
    const review = published[index % published.length];
    if (!review) throw new Error(`${CONTENT} holds no verified reviews.`);
    return numberReview(review, Math.floor(index / published.length));
  });
  return { ...content, reviews };
}

/** Each time under another id, and with another number in its text, so that no two are alike. */
function numberReview(review: StoredReview, times: number): StoredReview {
  const { id, reviewBody } = review;
  if (times === 0) return review;
  return { ...review, id: `${id}-${times}`, reviewBody: reviewBody.replace(' ', ` ${times} `) };
}
