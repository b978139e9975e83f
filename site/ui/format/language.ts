/** The language itself, or English where it is written like a tag of BCP 47 but is none. */
export function knownLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** What a language is called in another: Arabic, for ar in en. */
export function nameOfLanguage(language: string, inLanguage: string): string {
  const names = new Intl.DisplayNames(knownLanguage(inLanguage), { type: 'language' });
  return names.of(knownLanguage(language)) ?? language;
}

/** True where two tags name one language, whatever the regions: en-US and en. */
export function isSameLanguage(one: string, other: string): boolean {
  return one === other || primaryOf(one) === primaryOf(other);
}

function primaryOf(language: string): string {
  return new Intl.Locale(knownLanguage(language)).language;
}
