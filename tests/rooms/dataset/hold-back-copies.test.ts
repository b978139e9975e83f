import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDraft } from '#dataset/check/check-content.ts';
import { holdBackCopies } from '#dataset/check/hold-back-copies.ts';
import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { digestFile } from '#dataset/read/content-file.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
import { BUSINESS, filesOf, reviewText } from '../../support/content-files.ts';

const held = (copy: string, original: string) =>
  `reviews/${copy}.md:2:5 warning id: "same" is taken by reviews/${original}.md, so this file is not published; delete it if it is a copy, or give it its own id only if it is another review`;
const lone = (copy: string) =>
  `reviews/${copy}.md:2:5 warning id: "same" belongs to another file, which is missing, so this copy is not published; rename it to publish it, or delete it`;
const taken = (later: string, first: string) =>
  `reviews/${later}.md:2:5 error id: "same" is taken by reviews/${first}.md:2; delete this one if it is a copy, or give it its own id only if it is not`;

/** Files with one id; those that are published and those that were held back, as they are; all lines. */
const COPIES: [files: string, published: string, heldBack: string, lines: string[]][] = [
  ['ab', '', '', [taken('b', 'a')]],
  ['ab', 'a', '', [held('b', 'a')]],
  ['ab', 'b', '', [held('a', 'b')]],
  ['abc', 'b', '', [held('a', 'b'), held('c', 'b')]],
  ['ab', '', 'b', [held('b', 'a')]],
  ['abc', '', 'b', [taken('b', 'a'), taken('c', 'a')]],
  ['ab', 'ab', '', [taken('b', 'a')]],
  ['b', '', 'b', [lone('b')]],
  ['bc', '', 'bc', [lone('b'), lone('c')]],
  ['b', '', 'a', []],
];

for (const [names, published, heldBack, expected] of COPIES) {
  test(`of ${names} with one id, of which "${published}" is published and "${heldBack}" was held back`, () => {
    const texts = [...names].map((name) => [`reviews/${name}.md`, reviewText({ id: 'same' })]);
    const files = filesOf({
      ...Object.fromEntries(texts),
      'business.yaml': BUSINESS,
      'reviews/other.md': reviewText({ id: 'other' }),
    });
    const digestsOf = (some: string) =>
      new Set(
        files
          .filter(({ path }) => path.startsWith('reviews/') && some.includes(path.charAt(8)))
          .map(({ path, bytes }) => digestFile(path, bytes)),
      );
    const { draft, copies } = holdBackCopies(parseContent(files, []), {
      isPublished: (digest) => digestsOf(published).has(digest),
      heldBack: digestsOf(heldBack),
    });
    assert.equal(draft.reviews.length, names.length + 1 - copies.size);
    const lines = () => {
      try {
        return checkDraft(draft).warnings;
      } catch (error) {
        assert.ok(error instanceof ContentError);
        return error.problems;
      }
    };
    const said = lines().map((problem) => formatProblem(problem));
    assert.deepEqual(
      said.filter((line) => line.includes('"same"')),
      expected,
    );
  });
}
