import type { AnnotatedText } from '#dataset/annotate.ts';
import { type Clause, cutClauses, endsAbbreviation } from './cut-clauses.ts';
import { type Token, tokenize } from './tokenize.ts';

/** The clauses of a sentence, one or more, and all its tokens. Each token is in one clause. */
export type Sentence = {
  readonly tokens: readonly Token[];
  readonly clauses: readonly Clause[];
};

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Cuts a text into sentences (Unicode Standard Annex 29 §5, but a point after an abbreviation ends
 * none) and these into clauses. A sentence without a content word is left out.
 */
export function segmentText(text: string): Sentence[] {
  const tokens = tokenize(text);
  const sentences: Sentence[] = [];
  let from = 0;
  let to = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    while (to < tokens.length && (tokens[to]?.start ?? 0) < index + segment.length) to++;
    if (to < tokens.length && endsAbbreviation(tokens, to)) continue;
    const own = tokens.slice(from, to);
    const clauses = cutClauses(own);
    if (clauses.length > 0) sentences.push({ tokens: own, clauses });
    from = to;
  }
  return sentences;
}

/** The languages that the analysis understands, as primary subtags (BCP 47). */
export const LANGUAGES: readonly string[] = ['en'];

/** True if the analysis understands the language of a text. */
export function isAnalyzed({ inLanguage }: Pick<AnnotatedText, 'inLanguage'>): boolean {
  return LANGUAGES.includes(inLanguage.toLowerCase().split('-')[0] ?? '');
}
