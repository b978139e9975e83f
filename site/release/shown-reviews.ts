import { ReviewId } from '#dataset/scalars.ts';

const PERMALINK = /^\/reviews\/([^/]+)\/$/;
// No text holds this, since quotation marks are escaped in text and in attributes.
const LINK = /\shref="\/reviews\/([^"/]+)\/"/g;

/**
 * The reviews of which a page shows something: the one whose page it is, and those it links to. A
 * component that shows a part of a review links to its permalink, so that this finds it.
 */
export function shownReviews(path: string, html: string): string[] {
  const own = PERMALINK.exec(path)?.[1] ?? '';
  const linked = [...html.matchAll(LINK)].map(([, id = '']) => id);
  const ids = new Set([own, ...linked].filter((id) => ReviewId.safeParse(id).success));
  return [...ids].sort();
}
