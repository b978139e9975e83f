import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPair, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import { applyRemedy } from './apply-remedy.ts';

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

/** Signs that are typed by mistake at the start of a line, and within one. */
const AT_START = ` |  |\t|-|- |:|: |"|'|{|}|[|]|,|@|*|&|>|!|%|?|=|.|<|(|~|–|\u00a0`
  .split('|')
  .concat('|');
const WITHIN = `"|'|{|}|[|]|,|: | #|\n`.split('|');

/** Yields all texts with one sign too few or too many, and the line of it. */
function* slipsOf(text: string): Iterable<{ readonly slip: string; readonly at: number }> {
  for (let offset = 0; offset < text.length; offset++) {
    const [before, after] = [text.slice(0, offset), text.slice(offset)];
    const at = before.split('\n').length;
    yield { slip: before + after.slice(1), at };
    const isStart = /^[\s-]*$/.test(before.slice(before.lastIndexOf('\n') + 1));
    // Within a word all places are alike.
    const isInWord = /\w\w$/.test(before) && /^\w\w/.test(after);
    const signs = isStart ? AT_START : isInWord ? [] : WITHIN;
    for (const sign of signs) yield { slip: before + sign + after, at };
  }
}

const FILE = 'a.yaml';

/** Returns a text's problem, as it is printed; undefined if it is YAML. */
function problemOf(text: string) {
  return parseYaml({ file: FILE, text }, z.unknown()).problems?.[0];
}

/** Returns the values of a text with their paths, and the lines on which they begin. */
function valuesOf(text: string) {
  const lines = new LineCounter();
  const values: { readonly key: string; readonly line: number }[] = [];
  visit(parseDocument(text, { lineCounter: lines }), {
    Scalar(key, { range, value }, ancestors) {
      const keys = ancestors.flatMap((one) => (isPair(one) ? String(one.key) : []));
      const line = lines.linePos(range?.[0] ?? 0).line;
      if (key !== 'key') values.push({ key: `${keys.join('.')} ${String(value)}`, line });
    },
  });
  return values;
}

for (const [what, right] of Object.entries(TEXTS)) {
  test(`one sign too few or too many in ${what} is explained where it is`, () => {
    assert.equal(problemOf(right), undefined);
    const found = { problems: 0, far: 0, mended: 0 };
    for (const { slip, at } of slipsOf(right)) {
      const problem = problemOf(slip);
      if (!problem) continue;
      const { line, column, message } = problem;
      found.problems++;
      if (Math.abs(line - at) > 1) found.far++;
      // The words of a parser say nothing to editors.
      assert.doesNotMatch(message, /[A-Z]{3}_|Implicit|Unexpected/, slip);
      const files = applyRemedy({ [FILE]: slip }, `${FILE}:${line}:${column} error ${message}`);
      // A line break that is missing joins two lines, and both are rewritten.
      const isJoined = slip.split('\n').length < right.split('\n').length;
      if (!files || isJoined) continue;
      found.mended++;
      const mended = files[FILE] ?? '';
      assert.equal(problemOf(mended), undefined, slip);
      const kept = new Set(valuesOf(mended).map(({ key }) => key));
      const others = valuesOf(right).filter((one) => one.line !== at && one.line !== line);
      for (const { key } of others) assert.ok(kept.has(key), `${key}\n${slip}`);
    }
    assert.ok(found.far * 100 < found.problems, JSON.stringify(found));
    assert.ok(found.problems > 500 && found.mended > 100, JSON.stringify(found));
  });
}
