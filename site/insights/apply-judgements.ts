import type { AnnotatedText } from '#dataset/annotate.ts';
import { foldLine } from '#dataset/fold.ts';
import type { AspectJudgement } from '#dataset/stored-review.ts';
import type { Mention } from './mention.ts';
import { widestQuote } from './quotation.ts';

/** The score of what an editor says. */
export const SCORES = { positive: 1, neutral: 0, mixed: 0, negative: -1 };

/** What of a review is read here: its text, and what editors say of it. */
type Judged = Pick<AnnotatedText, 'aspects' | 'quotes' | 'reviewBody'>;

/**
 * Puts what editors judge in the place of what was found: one mention of the aspect, sure, with the
 * words that were surest, or the whole text where nothing was found; or none at all. Marks what they
 * want never quoted. Mentions stand in the order of their places in the text, at one place in that
 * of the aspects.
 */
export function applyJudgements(
  found: readonly Mention[],
  { aspects = {}, quotes, reviewBody }: Judged,
  order: readonly string[],
): Mention[] {
  const judged = Object.entries(aspects).flatMap(([id, judgement]): Mention[] => {
    const said = readJudgement(judgement);
    if (!said) return [];
    const own = found.filter((mention) => mention.id === id);
    const { quote, start, end } = surest(own) ?? {
      quote: reviewBody,
      start: 0,
      end: reviewBody.length,
    };
    return [{ id, ...said, score: SCORES[said.sentiment], confidence: 1, quote, start, end }];
  });
  const mentions = [...found.filter(({ id }) => !Object.hasOwn(aspects, id)), ...judged];
  const isVetoed = createVeto(quotes, reviewBody);
  return mentions
    .map((mention) => (isVetoed(mention) ? { ...mention, quotable: false as const } : mention))
    .sort((a, b) => a.start - b.start || order.indexOf(a.id) - order.indexOf(b.id));
}

type Said = Pick<Mention, 'about' | 'sentiment'>;

function readJudgement(judgement: AspectJudgement): Said | undefined {
  if (judgement === 'none') return undefined;
  return typeof judgement === 'string' ? { about: 'business', sentiment: judgement } : judgement;
}

/** Whether a mention must not be quoted: a phrase stands in what may be quoted for it. */
function createVeto(
  quotes: Judged['quotes'],
  reviewBody: string,
): (mention: Pick<Mention, 'start' | 'end'>) => boolean {
  if (quotes === undefined) return () => false;
  if (quotes === 'never') return () => true;
  const phrases = quotes.map(foldLine);
  return (mention) => {
    const quote = foldLine(widestQuote(reviewBody, mention));
    return phrases.some((phrase) => quote.includes(phrase));
  };
}

function surest(mentions: readonly Mention[]): Mention | undefined {
  return mentions.reduce<Mention | undefined>(
    (best, mention) => (best && best.confidence >= mention.confidence ? best : mention),
    undefined,
  );
}
