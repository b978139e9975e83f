import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { createFormats, type Formats, isSameLanguage } from './formats.ts';
import { createMessages, type Messages } from './messages.ts';

/*
 * The words of the pages: a file of messages per language, in ICU MessageFormat. In a message, `<a>these words</a>`
 * are a link (ui/components/parts/Linked.astro), in the order of the links.
 *
 * A language without messages is served in English, with the formats of English and `lang="en"`: text of the
 * business keeps its own language (ui/components/parts/Name.astro).
 */

/** The messages and formats of one language. */
export type Catalogue = Messages & { readonly formats: Formats };

/** English comes first: it names the keys, which `Record` requires of the others. */
const MESSAGES: Readonly<Record<string, typeof en>> = { en, es };

const catalogues = new Map<string, Catalogue>();

/** The messages for a language, a tag of BCP 47; English for a language without messages. */
export function catalogueFor(language: string): Catalogue {
  const known = catalogues.get(language);
  if (known) return known;
  const [primary] = Object.keys(MESSAGES).filter((one) => isSameLanguage(one, language));
  const formats = createFormats(primary === undefined ? 'en' : language);
  const messages = createMessages(MESSAGES[primary ?? 'en'] ?? en, formats.language);
  const catalogue = { ...messages, formats };
  catalogues.set(language, catalogue);
  return catalogue;
}

/** The language of a business: the first that it speaks, which is also its reviews' default. */
export function languageOf({
  knowsLanguage,
}: {
  readonly knowsLanguage: readonly string[];
}): string {
  return knowsLanguage[0] ?? 'en';
}
