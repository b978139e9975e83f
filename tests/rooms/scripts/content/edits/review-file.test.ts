import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseReview } from '#dataset/read/parse-markdown.ts';
import type { StoredReview } from '#dataset/schema/stored-review.ts';
import { renderReview, updateReview } from '../../../../../scripts/content/edits/review-file.ts';
import { cleanLine, cleanText } from '../../../../../scripts/import/rows/clean-text.ts';
import { runs } from '../../../../support/at-length.ts';

const AWKWARD = fc.constantFrom(
  ...['---', '\n---\n', '...', '# no', '- item', 'key: value', 'null', '0x1f', '1e3', '2026-01-01'],
  ...['&a', '*a', '\t', ' ', '\n', '\r\n', '\ud800', '\u0085', '\u2028', ...'"\'|>%{}[],!@`~'],
);
const parts = fc.array(fc.oneof(AWKWARD, fc.string({ unit: 'binary' })), { maxLength: 12 });
const line = parts.map((all) => cleanLine(all.join(''), 100));
const text = parts.map((all) => cleanText(all.join('')));

const review = fc.record({ name: line, reply: text, reviewBody: text }).map(
  ({ name, reply, reviewBody }): StoredReview => ({
    ...{ id: 'google-a1', datePublished: '2026-10-03', rating: 4.5, relationship: 'none' },
    ...{ author: { name: name || 'Jane D.' }, verification: { status: 'pending' }, reviewBody },
    ...(name && { name }),
    source: { name: 'Google', ...(name && { id: name }) },
    ...(reply && { ownerReply: { text: reply, datePublished: '2026-10-04' } }),
  }),
);

test('every review is read as it was written, and as it was changed', () => {
  const property = fc.property(review, review, (before, after) => {
    const written = renderReview(before) ?? '';
    assert.deepEqual(parseReview('a.md', written).value, before);
    const inBraces = `---\n${JSON.stringify({ ...before, reviewBody: undefined })}\n---\n${before.reviewBody}`;
    for (const notation of [written, inBraces, written.replace(/\n*$/, '')]) {
      const updated = updateReview({ file: 'a.md', text: notation, review: before }, after)?.text;
      assert.deepEqual(parseReview('a.md', updated ?? '').value, after);
    }
  });
  fc.assert(property, { numRuns: runs(300) });
});
