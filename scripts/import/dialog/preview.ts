import { parseReview } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { clip } from '../phrases.ts';
import type { Plan } from '../plan/plan.ts';

/** So many are parsed to find good examples. */
const LOOKED_AT = 50;

/** The characters of a text on three lines of a terminal. */
const MOST_SHOWN = 220;

/** Returns three of the reviews that an import would write, as readers would see them. */
export function renderPreview({ added, updates }: Plan): string[] {
  const cards = [
    ...added.slice(0, LOOKED_AT).flatMap(({ file, text }) => parseReview(file, text).value ?? []),
    ...updates.filter(({ taken }) => taken.length > 0).map(({ review }) => review),
  ].map(renderCard);
  // The longest show the most of what the columns became.
  const lengthOf = (card: string[]) => card.join('').length;
  const longest = cards.sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 3);
  return cards.length === 0 ? [] : ['', 'For example:', '', ...longest.flat()];
}

function renderCard(review: StoredReview): string[] {
  const { rating, author, source, name, reviewBody, ownerReply, verification } = review;
  const state = verification.status === 'verified' ? '' : ', not published yet';
  const stars = '★'.repeat(rating) + (rating % 1 >= 0.5 ? '½' : '');
  const date = new Date(review.datePublished).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const reply = ownerReply && `Your reply: ${ownerReply.text}`;
  const texts = [name ?? '', reviewBody || '(stars without a text)', reply ?? ''];
  return [
    `  ${stars.padEnd(5, '☆')}  ${author.name}, ${date} (${source.name}${state})`,
    ...texts.filter(Boolean).map((text) => `    ${clip(text, MOST_SHOWN)}`),
    '',
  ];
}
