import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findExcessMarks, MANY_MARKS, MAX_NON_STARTERS } from '#dataset/long-mark-runs.ts';

const ACUTE = '\u0301';

for (const [what, text, excess] of [
  ['thirty marks are fine', `e${ACUTE.repeat(30)}`, []],
  ['the thirty-first is too much', `e${ACUTE.repeat(31)}`, [{ start: 31, end: 32 }]],
  ['neighbours are one span', `e${ACUTE.repeat(40)}`, [{ start: 31, end: 41 }]],
  ['marks of a composed letter count', `é${ACUTE.repeat(30)}`, [{ start: 30, end: 31 }]],
  ['a mark may be two', '\u0344'.repeat(16), [{ start: 15, end: 16 }]],
  ['another mark may still fit', `${'\u0344'.repeat(15)}`, []],
  ['a mark of class 0 begins anew', `${ACUTE.repeat(20)}\u0903${ACUTE.repeat(20)}`, []],
  ['so does a variation selector', `${ACUTE.repeat(20)}\ufe0f${ACUTE.repeat(20)}`, []],
  ['half-width voicing marks are marks', `か${'\uff9e'.repeat(31)}`, [{ start: 31, end: 32 }]],
  [
    'marks beyond the basic plane are found',
    `a${'\u{1e8d0}'.repeat(31)}`,
    [{ start: 61, end: 63 }],
  ],
  [
    'each run is looked at',
    `e${ACUTE.repeat(31)} e${ACUTE.repeat(32)}`,
    [
      { start: 31, end: 32 },
      { start: 64, end: 66 },
    ],
  ],
] as const) {
  test(what, () => assert.deepEqual(findExcessMarks(text), excess));
}

/** The classes of what may follow in a run do not matter: only the longest run of them counts. */
function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const character of text.normalize('NFKD')) {
    run = isNonStarter(character) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function isNonStarter(character: string): boolean {
  const pairs = [`\u0345${character}`, `${character}\u0334`];
  return pairs.some((pair) => pair.normalize('NFD') !== pair);
}

test('a text has excess marks exactly where it is not stream-safe (UAX #15 §13)', () => {
  const any = fc.constantFrom('a', 'é', '\u1f82', '\u0344', '\u0f73', '\uff9e', '\u0903', '\u200d');
  const marks = fc.constantFrom(ACUTE, '\u0323', '\u0334', '\u0345', '\u0344', '\u0f81', '\uff9f');
  const some = fc.oneof({ weight: 1, arbitrary: any }, { weight: 12, arbitrary: marks });
  fc.assert(
    fc.property(fc.string({ unit: some, maxLength: 120, size: 'max' }), (text) => {
      assert.equal(findExcessMarks(text).length > 0, longestRun(text) > MAX_NON_STARTERS);
    }),
  );
});

test('no character of Unicode makes a run of marks that is passed over', () => {
  const isMark = new RegExp(MANY_MARKS.replace('{14,}', ''), 'u');
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const flags = Array.from(character.normalize('NFKD'), isNonStarter);
    const name = `U+${code.toString(16)}`;
    if (isMark.test(character)) assert.ok(flags.filter(Boolean).length <= 2, name);
    else assert.ok(!flags[0] && flags.length - 1 - flags.lastIndexOf(false) <= 3, name);
  }
});
