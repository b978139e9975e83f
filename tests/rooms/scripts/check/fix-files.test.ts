import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fixFiles } from '../../../../scripts/check/fix-files.ts';
import { runs } from '../../../support/at-length.ts';
import { BUSINESS, reviewText } from '../../../support/content-files.ts';

const VALID = [
  ['business.yaml', BUSINESS],
  ['reviews/a.md', reviewText({ author: '\n  name: Jane D.' }, 'Good.\u00a0👨‍👩‍👧\n\n----\n')],
  ['reviews/b.md', `\ufeff${reviewText({}, 'مرحبا').replaceAll('\n', '\r\n')}`],
  ['faq.yaml', '- id: fees\n  question: Fees?\r\n  answer: |\n    \u00a0Yes:\n  evidence: [a]\n'],
] as const;

/** Returns the file after its corrections. */
function fix(path: string, text: string): string {
  const [file] = fixFiles([{ path, bytes: Buffer.from(text) }], '', false).files;
  return Buffer.from(file?.bytes ?? []).toString();
}

test('a valid file keeps every byte', () => {
  for (const [path, text] of VALID) assert.equal(fix(path, text), text);
});

test('a file loses invisible characters wherever they are, and nothing else', () => {
  const unsafe = fc.constantFrom('\u200b', '\u202e', '\u2060', '\u0007', '\u{e0041}', '\uffff');
  const places = fc.array(fc.tuple(fc.nat(400), unsafe), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...VALID), places, ([path, text], inserted) => {
      const points = [...text];
      for (const [place, sign] of inserted) points.splice(1 + (place % points.length), 0, sign);
      assert.equal(fix(path, points.join('')), text);
    }),
    { numRuns: runs(1000) },
  );
});

test('what has more than one possible correction stays', () => {
  for (const text of [
    reviewText({ author: '\n\tname: Jane D.', source: '\n    name: Google' }),
    reviewText({ id: 'a: b' }).replaceAll('---', '===='),
    reviewText().replace(/---\n(?=They)/, ''),
  ]) {
    assert.equal(fix('reviews/a.md', text), text);
  }
  const latin = Buffer.from('name: Jané\u200b', 'latin1');
  assert.deepEqual(fixFiles([{ path: 'faq.yaml', bytes: latin }], '', false).edits, []);
});
