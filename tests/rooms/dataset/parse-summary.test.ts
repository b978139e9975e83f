import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSummary } from '#dataset/parse-summary.ts';

const FRONT = 'headline: A\nauthor: B\ndateModified: 2026-10-01\n';

test('a summary is its front matter and the text below', () => {
  const text = `---\n${FRONT}concerns:\n  - { text: C, aspect: fees, evidence: [review-1] }\n---\n\nOne.\n\nTwo.\n`;
  assert.deepEqual(parseSummary('summary.md', text).value, {
    headline: 'A',
    author: 'B',
    dateModified: '2026-10-01',
    strengths: [],
    concerns: [{ text: 'C', aspect: 'fees', evidence: ['review-1'] }],
    text: 'One.\n\nTwo.',
  });
});

test('its problems carry the lines of the file', () => {
  const text = `---\n${FRONT}strengths:\n  - { text: C, aspect: fees, evidence: [] }\n---\nText.`;
  assert.deepEqual(parseSummary('summary.md', text).problems, [
    {
      severity: 'error',
      file: 'summary.md',
      line: 6,
      column: 40,
      message: 'strengths.0.evidence: must name at least one review as evidence',
    },
  ]);
});

test('a file without front matter is refused', () => {
  assert.match(parseSummary('summary.md', 'Text.').problems?.[0]?.message ?? '', /no front matter/);
});
