import { escapeMarkup } from '#artifacts/markup.ts';
import type { Review } from '#dataset/review.ts';
import { type Mention, ownMentions } from '#insights/mention.ts';
import { SIDES } from './insight/aspects.ts';
import { paragraphRanges } from './plain-text.ts';

/** A piece of a review's text; one that was counted as praise or criticism names the aspects. */
type MarkedPiece = {
  readonly text: string;
  readonly mark: 'positive' | 'negative' | 'mixed' | undefined;
};

/** Pieces of a text as HTML: escaped, and without a space between them that the text does not have. */
export function markedHtml(
  pieces: readonly { readonly text: string; readonly mark?: string | undefined }[],
): string {
  return pieces
    .map(({ text, mark }) => {
      const escaped = escapeMarkup(text);
      return mark === undefined ? escaped : `<mark class="mark-${mark}">${escaped}</mark>`;
    })
    .join('');
}

/** The paragraphs of a review's text with what was counted in it; together they are the text. */
export function markedParagraphs(review: Pick<Review, 'reviewBody' | 'aspects'>): MarkedPiece[][] {
  const { reviewBody } = review;
  const marks = marksOf(ownMentions(review));
  return paragraphRanges(reviewBody).map(({ start, end }) => {
    const pieces: MarkedPiece[] = [];
    const add = (from: number, to: number, mark?: MarkedPiece['mark']) => {
      if (to > from) pieces.push({ text: reviewBody.slice(from, to), mark });
    };
    let before = start;
    for (const mark of marks) {
      const [from, to] = [Math.max(mark.start, before), Math.min(mark.end, end)];
      if (to <= from) continue;
      add(before, from);
      add(from, to, mark.sentiment);
      before = to;
    }
    add(before, end);
    return pieces;
  });
}

type Mark = { start: number; end: number; sentiment: NonNullable<MarkedPiece['mark']> };

/** The counted places, in order; a clause that praises one aspect and blames another is mixed. */
function marksOf(mentions: readonly Mention[]): Mark[] {
  const marks: Mark[] = [];
  for (const { start, end, sentiment } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (sentiment === 'neutral') continue;
    const last = marks.at(-1);
    if (last && start < last.end) {
      last.end = Math.max(last.end, end);
      if (last.sentiment !== sentiment) last.sentiment = 'mixed';
    } else marks.push({ start, end, sentiment });
  }
  return marks;
}

/** The sentiment of a review about each aspect, praise first; both praise and criticism is mixed. */
export function aspectsOf(
  review: Pick<Review, 'aspects'>,
): readonly { readonly id: string; readonly sentiment: Mention['sentiment'] }[] {
  const byId = Map.groupBy(ownMentions(review), ({ id }) => id);
  return [...byId].map(([id, mentions]) => {
    const sides = new Set(mentions.map(({ sentiment }) => sentiment));
    const isBoth = sides.has('mixed') || (sides.has('positive') && sides.has('negative'));
    const side = SIDES.find((one) => sides.has(one)) ?? 'neutral';
    return { id, sentiment: isBoth ? 'mixed' : side };
  });
}
