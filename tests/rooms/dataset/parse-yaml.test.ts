import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import { assertFaults, faultsIn } from './assert-faults.ts';

const Person = z.strictObject({
  name: z.string(),
  stars: z.number().max(5, 'must be at most 5').optional(),
  address: z.strictObject({ city: z.string(), zip: z.string().optional() }).optional(),
  tags: z.array(z.string()).optional(),
  grades: z.record(z.string().regex(/^[a-z]+$/, 'must be a word'), z.string()).optional(),
});

const faultsOf = (text: string, firstLine = 1) =>
  faultsIn(parseYaml({ file: 'x.yaml', text, firstLine }, Person));

const TOO_DEEP = 'is nested more than 32 levels deep here; put quotes around texts';

for (const [what, text, ...faults] of [
  ['a wrong value', 'name: A\nstars:   7', '2:10 stars: must be at most 5 (got 7)'],
  ['a wrong value in a list', 'name: A\ntags:\n  - x\n  - 5', '4:5 entry 2 of tags: must be text'],
  ['a key that is a number', 'name: A\n5: x', '2:1 5: is not a known key'],
  ['a missing key, at its parent', 'name: A\naddress:\n  zip: x', '3:3 address.city: is missing'],
  ['a missing key, at the first key', '\n\nstars: 5', '3:1 name: is missing'],
  ['all faults at once', 'stars: 9\ntags: x', '1:1 name: is', '1:8 stars: must', '2:7 tags: must'],
  [
    'a tab far along a line',
    `${'name'.repeat(600)}: \t: A`,
    '1:2403 there is a tab where only spaces are allowed',
  ],
  ['a second document', 'name: A\n---\nname: B', '2:1 a second document begins here; '],
  ['equal keys in two notations', '"5": a\n5: b\n"na\\u006De": B\nname: A', '2:1 5:', '4:1 name:'],
  ['a mapping as a key', 'name: {{ a }}', '1:8 text that begins with { needs quotes'],
  ['a list as a key', 'name: A\n[tags]: x', '2:1 text that begins with [ needs quotes'],
  ['keys that objects inherit', 'name: A\n__proto__: {}\nconstructor: x', '2:1 __p', '3:1 constr'],
  ['hidden text after others', 'name: Zo\u202e\u00eb\nstars: 7', '2:8 stars:', '1:7 name: conta'],
  ['hidden text in escapes, at the value', 'name: "Zo\\u202E\\xEB"', '1:7 name: contains U+202E'],
  ['hidden text in a block', 'name: >\n  Two\u200b\ntags: [x]', '1:7 name: contains U+200B'],
  [
    'hidden text in lists and mappings',
    'name: A\ngrades: { a: x, b: \u2060y }\ntags:\n  - x\n  - y\ufeff\u2060z',
    '2:20 grades.b: contains U+2060',
    '5:5 entry 2 of tags: contains U+FEFF (byte order mark), which is invisible; delete it, and 1 more like it',
  ],
  [
    'marks with escapes',
    `name: "Z${'\u0301'.repeat(30)}\\u0323"`,
    '1:7 name: contains more than 30',
  ],
] as const) {
  test(`${what} is refused where it stands`, () => assertFaults(faultsOf(text), faults));
}

test('a key may stand behind a question mark', () => {
  assert.deepEqual(faultsOf('? name # of whom\n: A\n? "stars"\n:\n  5'), []);
});

test('comments and quoted text hold anything', () => {
  assert.deepEqual(faultsOf('# \u200b\u202e\nname: "*Great*" # \u2069'), []);
});

for (const [what, open, value, close, column] of [
  ['lists', '[', '', ']', 39],
  ['open lists', '[', '', '', 39],
  ['mappings', '{ a: ', '1', ' }', 163],
  ['lists of hyphens', '- ', '1', '', 66],
  ['keys', '? ', 'a', '', 70],
] as const) {
  test(`${what} that nest too deeply are refused, and do not overflow`, () => {
    const depth = open === '- ' ? 20_000 : 50_000;
    const start = open === '- ' ? 'tags:\n ' : 'tags:';
    const [fault, ...more] = faultsOf(
      `${start} ${open.repeat(depth)}${value}${close.repeat(depth)}`,
    );
    assert.deepEqual([fault?.replace(/^\d/, ''), ...more], [`:${column} ${TOO_DEEP}`]);
  });
}

for (const [what, text] of [
  ['unknown keys', Array.from({ length: 15_000 }, (_, key) => `key${key}: 1`).join('\n')],
  ['free keys that break a rule', `grades: { ${'A'.repeat(9)}${', B1: x'.repeat(9_999)} }`],
  ['wrong values', `tags: [${'1, '.repeat(40_000)}]`],
  ['keys that stand twice', 'name: A\n'.repeat(20_000)],
  ['aliases', `name: &a A\ntags: [${'*a, '.repeat(40_000)}]`],
  ['hidden characters', `tags: [${'"\\u200B", '.repeat(20_000)}]`],
] as const) {
  test(`of many ${what} hardly more are reported than anybody reads`, () => {
    assert.equal(faultsOf(text).length, 51);
  });
}

for (const [what, text] of [
  ['tags', `tags: [${'!x 1, '.repeat(20_000)}]`],
  ['escapes', `name: "${'\\q'.repeat(50_000)}"`],
  ['commas', `tags: [${','.repeat(300_000)}]`],
  ['brackets', `tags: ${']'.repeat(300_000)}`],
] as const) {
  test(`of many wrong ${what} the first is reported, of which the others may be consequences`, () => {
    assert.equal(faultsOf(text).length, 1);
  });
}

test('the keys of a mapping are compared without comparing each with each', () => {
  const text = Array.from({ length: 40_000 }, (_, key) => `key${key}: x`).join('\n');
  const parsed = parseYaml({ file: 'x.yaml', text }, z.record(z.string(), z.string()));
  assert.equal(Object.keys(parsed.value ?? {}).length, 40_000);
});
