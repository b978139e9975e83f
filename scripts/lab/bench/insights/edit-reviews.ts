import type { Content } from '#dataset/content.ts';

/** A prime, so that edits are spread over all reviews, old and new. */
const STRIDE = 7919;

/** Edits one review after another: each gets the text of its neighbour, after a word of its own. */
export function* editReviews(content: Content, edits: number): Generator<Content> {
  let { reviews } = content;
  for (let edit = 0; edit < edits; edit++) {
    const place = (edit * STRIDE) % reviews.length;
    const review = reviews[place];
    const neighbour = reviews[(place + 1) % reviews.length];
    if (!review || !neighbour) return;
    const reviewBody = `Edit ${edit}. ${neighbour.reviewBody}`;
    reviews = reviews.with(place, { ...review, reviewBody });
    yield { ...content, reviews };
  }
}
