/** What an import had to adjust in a review it kept; the report counts each kind. */
export const NOTES = {
  'rating-rounded': 'the rating lay between half stars and was rounded to the nearest one',
  'rating-raised': 'the rating lay below one star on our scale and was raised to one star',
  'control-characters': 'control characters or broken characters were removed',
  'directions-removed':
    'characters that turn the reading direction (U+202A to U+202E, U+2066 to U+2069) were removed',
  'tags-removed': 'tag characters (U+E0000 to U+E007F) outside emoji flags were removed',
  'invisible-removed': 'invisible characters (such as U+200B, U+2060, U+FEFF) were removed',
  'marks-cut': 'more than 30 combining marks in a row were cut to 30',
  'translation-dropped':
    'Google’s translation was left out and the original kept; set inLanguage where it is not the language of the business',
  'only-translated': 'only Google’s translation is in the export and was kept',
  'reply-undated': 'the reply was left out, for it has no date that can be read',
  'reply-date-raised': 'the reply is dated before the review and was given the date of the review',
  'email-dropped': 'an e-mail address stood where a name or an id belongs and was dropped',
  'url-dropped': 'the URL was left out, for it is not an absolute http or https URL',
  'language-dropped': 'the language was left out, for it is not a tag such as en or es-MX',
  'line-shortened': 'a name or title was longer than the limit and was shortened',
  'future-date': 'the date lies in the future; check the time zone and the date format',
} as const;
export type Note = keyof typeof NOTES;
