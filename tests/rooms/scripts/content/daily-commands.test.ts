import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadContent } from '#dataset/check/check-content.ts';
import { describeUnsafe } from '#dataset/read/unsafe-text.ts';
import { runs } from '../../../support/at-length.ts';
import { NOW } from '../../../support/call-command.ts';
import { Folder } from './run-command.ts';

/** Characters that mean something in YAML, or should not be published. */
const odd = fc.constantFrom(
  '---\n',
  '\r\n\r\n',
  '# ',
  ': ',
  '- ',
  '|',
  '\u200b',
  '\u202e',
  '\u0007',
);
const parts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), odd), { maxLength: 6 });
/** The letter makes the text visible. */
const text = parts.map((some) => `${some.join('')}x`);
const line = text.map((some) => some.replace(/[\r\n]+/g, ' '));
const lettersOf = (some = '') => some.replace(/[^\p{L}\p{N}]/gu, '');

test('a new review and its reply read back as they were typed, without hidden characters', async (context) => {
  await fc.assert(
    fc.asyncProperty(line, line, text, text, async (author, title, body, reply) => {
      const folder = new Folder(context);
      const words = [`--author=${author}`, `--title=${title}`, `--text=${body}`];
      const facts = ['--rating', '4,5', '--date', '2026-10-05', '--source', 'Desk', '--id', 'desk'];
      const added = await folder.run('new', [...facts, ...words]);
      assert.equal(added.code, 0, added.errors);
      const replied = await folder.run('reply', ['desk', `--text=${reply}`]);
      assert.equal(replied.code, 0, replied.errors);
      const [review] = loadContent(folder.root, NOW).content.reviews;
      const { author: by, name, reviewBody, ownerReply } = review ?? {};
      const stored = [by?.name, name, reviewBody, ownerReply?.text];
      assert.deepEqual(stored.map(lettersOf), [author, title, body, reply].map(lettersOf));
      assert.ok(stored.every((some = '') => describeUnsafe(some).length === 0));
    }),
    { numRuns: runs(400) },
  );
});
