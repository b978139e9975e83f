import { knownLanguage } from './language.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A calendar date such as 2026-10-03 in words, the way a language writes it: October 3, 2026. */
export function formatDate(date: string, language: string): string {
  // A calendar date has no zone; read and written in UTC it stays the same day.
  return formatOf(language).format(new Date(`${date}T00:00:00Z`));
}

function formatOf(language: string): Intl.DateTimeFormat {
  const known = formats.get(language);
  if (known) return known;
  const format = new Intl.DateTimeFormat(knownLanguage(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  });
  formats.set(language, format);
  return format;
}
