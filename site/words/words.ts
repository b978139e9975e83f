import { en } from './en.ts';
import { es } from './es.ts';
import { createFormats, type Formats, isSameLanguage } from './formats.ts';

/*
 * The words of the pages, a catalogue a language (en.ts, …). A catalogue is made with the formats of its
 * language, so that numbers and dates within a sentence are written as there, and `satisfies` holds it
 * complete. In a sentence, `⟦these⟧` become a link (ui/parts/Linked.astro), in the order of the links.
 *
 * A language without a catalogue is served in English, with the formats of English and `lang="en"`: what the
 * business wrote keeps its own language (ui/parts/Name.astro).
 */

/** Everything that pages say themselves; English is the one that all others translate. */
export type Words = ReturnType<typeof en>;

/** The words and formats of one language. */
export type Catalogue = { readonly words: Words; readonly formats: Formats };

const CATALOGUES: Readonly<Record<string, (formats: Formats) => Words>> = { en, es };

const made = new Map<string, Catalogue>();

/** The catalogue for a language, given as a tag of BCP 47; English where there is none. */
export function catalogueFor(language: string): Catalogue {
  const known = made.get(language);
  if (known) return known;
  const [primary] = Object.keys(CATALOGUES).filter((one) => isSameLanguage(one, language));
  const formats = createFormats(primary === undefined ? 'en' : language);
  const words = (CATALOGUES[primary ?? 'en'] ?? en)(formats);
  const catalogue = { words, formats };
  made.set(language, catalogue);
  return catalogue;
}

/** The language of a business: the first that it knows. Its reviews take it where they state none. */
export function languageOf({
  knowsLanguage,
}: {
  readonly knowsLanguage: readonly string[];
}): string {
  return knowsLanguage[0] ?? 'en';
}
