import type { AnnotatedText } from '#dataset/annotate.ts';

/** The languages that the analysis understands, as primary subtags (BCP 47). */
export const LANGUAGES: readonly string[] = ['en'];

/** Whether the analysis understands a text: its language, that is. */
export function isAnalysed({ inLanguage }: Pick<AnnotatedText, 'inLanguage'>): boolean {
  return LANGUAGES.includes(inLanguage.toLowerCase().split('-')[0] ?? '');
}
