import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // Markup is written by a program, which leaves white space where sources have line breaks.
    'no-trailing-whitespace': 'off',
    // Astro writes the doctype in capitals and void elements without a slash.
    'doctype-style': 'off',
    // It counts `&quot;` as six; tests of pageTitle hold titles to 70 characters.
    'long-title': ['error', { maxlength: 90 }],
    // CSS keeps the number on one line; other hyphens would spoil it for those who copy it.
    'tel-non-breaking': ['error', { ignoreClasses: ['nobr'] }],
    // Nothing comes from another origin, and our own files change with the release.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
});

/** What html-validate finds in a page, a line each. */
export async function validateHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
