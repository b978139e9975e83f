import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyRemedy, errorsIn } from './assert-mistakes.ts';

/** Keys, texts in quotes, lists and mappings, each on lines of their own and in brackets. */
const FILES = {
  'reviews/a.md': `---
id: review-1
author: { name: Jane D. }
datePublished: 2026-10-03
rating: 5
name: "Kind: quick"
source: { name: Google }
verification: { status: pending }
ownerReply:
  datePublished: 2026-10-07
  text: Thank you.
---
They kept me informed.
`,
  'technicians.yaml': `# Who works here.
- id: bob-lee
  name: Bob Lee
  jobTitle: 'Clerk'
  aliases: [Bob, Mr. Lee]
- id: jane-roe
  name: Jane Roe
  jobTitle: Clerk
  aliases:
    - Jane

- { id: al-poe, name: Al, jobTitle: Clerk }
`,
};

/** What is typed by mistake at the beginning of a line, and what within one. */
const AT_BEGIN = ` |  |\t|-|- |:|: |"|'|{|}|[|]|,|@|*|&|>|!|%|?|=|.|<|(|~|–|\u00a0`
  .split('|')
  .concat('|');
const WITHIN = `"|'|{|}|[|]|,|: | #|\n`.split('|');

type Path = keyof typeof FILES;

/** All texts with one sign too few or too many. */
function* slipsOf(path: Path): Iterable<string> {
  const text = FILES[path];
  const begin = path === 'reviews/a.md' ? '---\n'.length : 0;
  const end = path === 'reviews/a.md' ? text.indexOf('\n---\n') : text.length;
  for (let at = begin; at < end; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    yield before + after.slice(1);
    const isBegin = /^[\s-]*$/.test(before.slice(before.lastIndexOf('\n') + 1));
    // Within a word all places are alike.
    const signs = isBegin ? AT_BEGIN : /\w\w$/.test(before) && /^\w\w/.test(after) ? [] : WITHIN;
    for (const sign of signs) yield before + sign + after;
  }
}

for (const path of ['reviews/a.md', 'technicians.yaml'] as const) {
  test(`one sign too few or too many in ${path} is explained, and not again once that is done`, () => {
    assert.deepEqual(errorsIn({ [path]: FILES[path] }), []);
    const found = { errors: 0, mended: 0 };
    for (const text of new Set(slipsOf(path))) {
      const [error] = errorsIn({ [path]: text }).filter(({ message }) =>
        /not valid YAML/.test(message),
      );
      if (!error) continue;
      found.errors++;
      // The words of a parser say nothing to editors.
      assert.doesNotMatch(error.message, /write one "key: value" a line/, text);
      const mended = applyRemedy({ [path]: text }, error);
      if (!mended) continue;
      found.mended++;
      const [next] = errorsIn(mended);
      assert.notDeepEqual(next, error, text);
    }
    assert.ok(found.errors > 500 && found.mended > 200, JSON.stringify(found));
  });
}
