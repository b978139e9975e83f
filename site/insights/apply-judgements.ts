import type { AnnotatedText } from '#dataset/annotate.ts';
import type { AspectSentiment } from '#dataset/stored-review.ts';
import type { Mention } from './mention.ts';

const SCORES = { positive: 1, neutral: 0, mixed: 0, negative: -1 };

/**
 * Puts what editors judge in the place of what was found: one mention of the aspect, sure, with the
 * words that were surest, or the whole text where nothing was found. Mentions stand in the order of
 * their places in the text, at one place in that of the aspects.
 */
export function applyJudgements(
  found: readonly Mention[],
  { aspects = {}, reviewBody }: Pick<AnnotatedText, 'aspects' | 'reviewBody'>,
  order: readonly string[],
): Mention[] {
  const judged = Object.entries(aspects).flatMap(([id, judgement]): Mention[] => {
    if (judgement === 'none') return [];
    const { sentiment, about } = readJudgement(judgement);
    const own = found.filter((mention) => mention.id === id);
    const { quote, start, end } = surest(own) ?? {
      quote: reviewBody,
      start: 0,
      end: reviewBody.length,
    };
    return [{ id, about, sentiment, score: SCORES[sentiment], confidence: 1, quote, start, end }];
  });
  if (Object.keys(aspects).length === 0) return [...found];
  return [...found.filter(({ id }) => !Object.hasOwn(aspects, id)), ...judged].sort(
    (a, b) => a.start - b.start || order.indexOf(a.id) - order.indexOf(b.id),
  );
}

function surest(mentions: readonly Mention[]): Mention | undefined {
  return mentions.reduce<Mention | undefined>(
    (best, mention) => (best && best.confidence >= mention.confidence ? best : mention),
    undefined,
  );
}

type Saying = Pick<Mention, 'about' | 'sentiment'>;

function readJudgement(judgement: AspectSentiment | Saying): Saying {
  return typeof judgement === 'string' ? { about: 'business', sentiment: judgement } : judgement;
}
