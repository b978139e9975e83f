import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import { applyRemedy } from './assert-mistakes.ts';

/** Keys, texts in quotes, lists and mappings, each on lines of their own and in brackets. */
const TEXTS = {
  'the front matter of a review': `id: review-1
author: { name: Jane D. }
datePublished: 2026-10-03
rating: 5
name: "Kind: quick"
source: { name: Google }
verification: { status: pending }
ownerReply:
  datePublished: 2026-10-07
  text: Thank you.
`,
  'a list': `# Who works here.
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

/** All texts with one sign too few or too many. */
function* slipsOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    yield before + after.slice(1);
    const isBegin = /^[\s-]*$/.test(before.slice(before.lastIndexOf('\n') + 1));
    // Within a word all places are alike.
    const signs = isBegin ? AT_BEGIN : /\w\w$/.test(before) && /^\w\w/.test(after) ? [] : WITHIN;
    for (const sign of signs) yield before + sign + after;
  }
}

const FILE = 'a.yaml';

function errorIn(text: string) {
  const { problems = [] } = parseYaml({ file: FILE, text }, z.unknown());
  return problems.find(({ message }) => message.includes('not valid YAML'));
}

for (const [what, right] of Object.entries(TEXTS)) {
  test(`one sign too few or too many in ${what} is explained, and not again once that is done`, () => {
    assert.equal(errorIn(right), undefined);
    const found = { errors: 0, mended: 0 };
    for (const text of new Set(slipsOf(right))) {
      const error = errorIn(text);
      if (!error) continue;
      found.errors++;
      // The words of a parser say nothing to editors.
      assert.doesNotMatch(error.message, /write one "key: value" per line/, text);
      const mended = applyRemedy({ [FILE]: text }, error)?.[FILE];
      if (mended === undefined) continue;
      found.mended++;
      assert.notDeepEqual(errorIn(mended), error, text);
    }
    assert.ok(found.errors > 500 && found.mended > 200, JSON.stringify(found));
  });
}
