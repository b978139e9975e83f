import type { StoredReview } from '#dataset/stored-review.ts';
import { displayNames } from './author-name.ts';
import { comparable } from './clean-text.ts';
import type { IncomingReview } from './incoming-review.ts';

/** A review that later ones are held against, and where it stands. */
type Known = {
  readonly place: string;
  /** The whole name as the export has it, or the short form that is stored. */
  readonly name: string;
  readonly isStored: boolean;
  readonly rating: number;
  readonly sourceId: string | undefined;
};

/** Finds reviews that are the same in author, date and text, though their ids differ. */
export class KnownReviews {
  readonly #byDateAndText = new Map<string, Known[]>();

  addStored(file: string, { author, source, rating, datePublished, reviewBody }: StoredReview) {
    this.#add(datePublished, reviewBody, {
      place: file,
      name: comparable(author.name),
      isStored: true,
      rating,
      sourceId: source.id,
    });
  }

  addIncoming(incoming: IncomingReview): void {
    const { place, authorName, rating, sourceId, datePublished, reviewBody } = incoming;
    const name = comparable(displayNames(authorName)[0] ?? '');
    const known = { place, name, isStored: false, rating, sourceId };
    this.#add(datePublished, reviewBody, known);
  }

  /** Where the same review stands already, or undefined. */
  find(incoming: IncomingReview): string | undefined {
    const names = displayNames(incoming.authorName).map(comparable);
    const { datePublished, reviewBody } = incoming;
    return this.#byDateAndText
      .get(keyOf(datePublished, reviewBody))
      ?.find(
        (known) =>
          (known.isStored ? names.includes(known.name) : names[0] === known.name) &&
          isTelling(incoming, known),
      )?.place;
  }

  #add(date: string, text: string, known: Known): void {
    const key = keyOf(date, text);
    const others = this.#byDateAndText.get(key);
    if (others) others.push(known);
    else this.#byDateAndText.set(key, [known]);
  }
}

/**
 * Two ratings without text, or two texts without a name, may be alike by chance: where both have
 * ids of their source they are two, and without text the name and the rating must be the same.
 */
function isTelling(incoming: IncomingReview, known: Known): boolean {
  if (incoming.reviewBody !== '' && incoming.authorName !== undefined) return true;
  const haveIds = incoming.sourceId !== undefined && known.sourceId !== undefined;
  if (haveIds) return false;
  if (incoming.reviewBody !== '') return true;
  return incoming.authorName !== undefined && incoming.rating === known.rating;
}

function keyOf(date: string, text: string): string {
  return `${date}\n${comparable(text)}`;
}
