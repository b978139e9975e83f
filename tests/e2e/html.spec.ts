import { HtmlValidate } from 'html-validate';
import { expect, fetchPage, pagePaths, test } from './service.ts';

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

test('html-validate finds nothing in any page', async ({ service, published }) => {
  test.setTimeout(120_000);
  const findings: string[] = [];
  for (const path of [...pagePaths(published), '/no-such-page/']) {
    const response = await fetchPage(service.url + path);
    const report = await validator.validateString(await response.text());
    for (const { messages } of report.results) {
      for (const { ruleId, message, selector } of messages) {
        findings.push(`${path} ${ruleId}: ${message} (${selector})`);
      }
    }
  }
  expect(findings).toEqual([]);
});
