import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseYaml } from '#dataset/read/parse-yaml.ts';

const Person = z.strictObject({
  name: z.string(),
  stars: z.number().max(5, 'must be at most 5').optional(),
  address: z.strictObject({ city: z.string(), zip: z.string().optional() }).optional(),
  tags: z.array(z.string()).optional(),
  grades: z.record(z.string().regex(/^[a-z]+$/, 'must be a word'), z.string()).optional(),
});

/** What is wrong with a text, as `line:column message`. */
function faultsOf(text: string, firstLine = 1): string[] {
  const { problems = [] } = parseYaml({ file: 'x.yaml', text, firstLine }, Person);
  return problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

for (const [rule, text, faults] of [
  [
    'a wrong value is found where it stands',
    'name: A\nstars:   7',
    ['2:10 stars: must be at most 5 (got 7)'],
  ],
  [
    'a value in a list, too',
    'name: A\ntags:\n  - x\n  - 5',
    ['4:5 tags.1: must be a string (got 5)'],
  ],
  [
    'an unknown key is found where the key stands',
    'name: A\naddress:\n  city: B\n  street: C',
    ['4:3 address.street: is not a known key'],
  ],
  [
    'a misspelt key gets a hint',
    'naem: A\nname: A',
    ['1:1 naem: is not a known key (did you mean "name"?)'],
  ],
  ['a key that is a number is found', 'name: A\n5: x', ['2:1 5: is not a known key']],
  [
    'a missing key is found at its nearest parent',
    'name: A\naddress:\n  zip: x',
    ['3:3 address.city: is missing'],
  ],
  ['a missing key at the top is found at the first key', '\n\nstars: 5', ['3:1 name: is missing']],
  [
    'a key without a value holds nothing',
    'name:',
    ['1:6 name: must be a string, but nothing stands there'],
  ],
  [
    'all faults are told at once',
    'stars: 9\ntags: x',
    [
      '1:1 name: is missing',
      '1:8 stars: must be at most 5 (got 9)',
      '2:7 tags: must be a list (got "x")',
    ],
  ],
  [
    'an empty text is no mapping',
    '',
    ['1:1 this: must be a mapping of keys to values, but nothing stands there'],
  ],
  ['so is a list', '- name: A', ['1:1 this: must be a mapping of keys to values']],
] as const) {
  test(rule, () => assert.deepEqual(faultsOf(text), faults));
}

for (const [mistake, text, place] of [
  ['an unclosed quote', 'name: "A', /^1:\d+ is not valid YAML: Missing closing/],
  ['an unclosed list', 'name: A\ntags: [x', /^2:\d+ is not valid YAML: /],
  ['a tab as indentation', 'address:\n\tcity: A', /^2:1 is not valid YAML: Tabs/],
  ['a second colon', 'name: Great: really', /^1:7 is not valid YAML: Nested mappings/],
  [
    'a key that stands twice',
    'name: A\nname: B',
    /^2:1 name: stands twice; delete one of the two$/,
  ],
  ['an unknown tag', 'name: !Great lawyer', /^1:7 is not valid YAML: Unresolved tag: !Great/],
  [
    'a second document',
    'name: A\n---\nname: B',
    /^2:1 is not valid YAML: a second document begins here; delete the line ---/,
  ],
] as const) {
  test(`YAML with ${mistake} is refused, and the place is told`, () =>
    assert.match(faultsOf(text)[0] ?? '', place));
}

test('what begins with an asterisk is an alias, which is refused with advice', () => {
  assert.deepEqual(faultsOf('name: *Great'), [
    '1:7 is not valid YAML: *Great is an alias, which content files do not use; put quotes around text that begins with *',
  ]);
  assert.equal(faultsOf('name: &a A\ntags: [*a, *a]').length, 2);
  assert.deepEqual(faultsOf('name: "*Great*"'), []);
});

for (const [what, text, fault] of [
  [
    'a mapping',
    'name: {{ name }}',
    '1:8 is not valid YAML: a mapping is the key here, which content files do not use; put quotes around text that begins with {',
  ],
  [
    'a list',
    'name: A\n[tags]: x',
    '2:1 is not valid YAML: a list is the key here, which content files do not use; put quotes around text that begins with [',
  ],
] as const) {
  test(`${what} that is a key is refused with advice`, () =>
    assert.deepEqual(faultsOf(text), [fault]));
}

test('nested aliases do not grow', () => {
  const bomb = ['tags: [&a [x, x, x, x, x, x, x, x]'];
  for (let name = 1; name < 20; name++) {
    bomb.push(`&n${name} [${Array(9).fill(name === 1 ? '*a' : `*n${name - 1}`)}]`);
  }
  assert.match(faultsOf(`${bomb.join(', ')}]`)[0] ?? '', /is an alias/);
});

for (const [what, open, value, close, column] of [
  ['lists', '[', '', ']', 39],
  ['open lists', '[', '', '', 39],
  ['mappings', '{ a: ', '1', ' }', 163],
  ['lists of hyphens', '\n  - ', '1', '', undefined],
  ['keys', '? ', 'a', '', undefined],
] as const) {
  test(`${what} that nest too deeply are refused, and do not overflow`, () => {
    const depth = open.startsWith('\n') ? 20_000 : 50_000;
    const opened = open.startsWith('\n') ? `\n  ${'- '.repeat(depth)}` : open.repeat(depth);
    const [fault, ...more] = faultsOf(`tags: ${opened}${value}${close.repeat(depth)}`);
    assert.match(
      fault ?? '',
      /^\d:\d+ is nested more than 32 levels deep here; put quotes around what is text$/,
    );
    if (column !== undefined) assert.match(fault ?? '', new RegExp(`^1:${column} `));
    assert.deepEqual(more, []);
  });
}

test('nesting of 32 levels is read, and of 33 refused, whatever the stack of the thread', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  assert.deepEqual(faultsOf(nested(32)), ['1:1 this: must be a mapping of keys to values']);
  assert.match(faultsOf(nested(33))[0] ?? '', /is nested more than 32 levels deep/);
});

test('keys that objects inherit are unknown keys', () => {
  assert.deepEqual(faultsOf('name: A\n__proto__: { a: 1 }\nconstructor: x'), [
    '2:1 __proto__: is not a known key',
    '3:1 constructor: is not a known key',
  ]);
});

test('keys that objects inherit are refused also where keys are free', () => {
  assert.deepEqual(faultsOf('name: A\ngrades:\n  staff: good\n  __proto__: good'), [
    '4:3 grades.__proto__: is not a known key',
  ]);
  assert.deepEqual(faultsOf('name: A\ngrades: { __proto__: { __proto__: 1 }, 5: x }'), [
    '2:40 grades.5: the key must be a word',
    '2:11 grades.__proto__: is not a known key',
    '2:24 grades.__proto__.__proto__: is not a known key',
  ]);
  assert.deepEqual(faultsOf('name: A\ngrades: { "\\x5f_proto__": good }'), [
    '2:11 grades.__proto__: is not a known key',
  ]);
});

for (const [what, text] of [
  ['unknown keys', Array.from({ length: 15_000 }, (_, key) => `key${key}: 1`).join('\n')],
  ['free keys that break a rule', `grades: { ${'A'.repeat(9)}${', B1: x'.repeat(9_999)} }`],
  ['wrong values', `tags: [${'1, '.repeat(40_000)}]`],
  ['keys that stand twice', 'name: A\n'.repeat(20_000)],
  ['aliases', `name: &a A\ntags: [${'*a, '.repeat(40_000)}]`],
  ['unknown tags', `tags: [${'!x 1, '.repeat(20_000)}]`],
  ['wrong escapes', `name: "${'\\q'.repeat(50_000)}"`],
  ['commas', `tags: [${','.repeat(300_000)}]`],
  ['brackets', `tags: ${']'.repeat(300_000)}`],
  ['hidden characters', `tags: [${'"\\u200B", '.repeat(20_000)}]`],
] as const) {
  test(`of many ${what} hardly more are told than anybody reads`, () => {
    assert.equal(faultsOf(text).length, 51);
  });
}

test('the keys of a mapping are compared without comparing each with each', () => {
  const text = Array.from({ length: 100_000 }, (_, key) => `key${key}: x`).join('\n');
  const parsed = parseYaml({ file: 'x.yaml', text }, z.record(z.string(), z.string()));
  assert.equal(Object.keys(parsed.value ?? {}).length, 100_000);
});

test('keys that are the same in another notation stand twice', () => {
  assert.deepEqual(faultsOf('5: a\n"5": b\nname: A\n\'na\\u006De\': B'.replaceAll("'", '"')), [
    '2:1 5: stands twice; delete one of the two',
    '4:1 name: stands twice; delete one of the two',
  ]);
});

for (const [what, text, faults] of [
  [
    'where it stands',
    'name: Zo\u202e\u00eb\nstars: 7',
    [
      '2:8 stars: must be at most 5 (got 7)',
      '1:9 name: holds U+202E (right-to-left override), which turns the reading direction; delete it',
    ],
  ],
  [
    'at the value where an escape makes it',
    'name: "Zo\\u202E\\xEB"',
    [
      '1:7 name: holds U+202E (right-to-left override), which turns the reading direction; delete it',
    ],
  ],
  [
    'in a text of several lines',
    'name: >\n  One\n\n  Two\u200b\ntags: [x]',
    ['4:6 name: holds U+200B (zero width space), which nobody sees; delete it'],
  ],
  [
    'in a list inside a mapping',
    'name: A\ngrades: { a: x, b: \u2060y }\ntags:\n  - x\n  - y\ufeff\u2060z',
    [
      '2:20 grades.b: holds U+2060 (word joiner), which nobody sees; delete it',
      '5:6 tags.1: holds U+FEFF (byte order mark), which nobody sees; delete it, and 1 more like it',
    ],
  ],
  [
    'as a run of marks that an escape continues',
    `name: "Z${'\u0301'.repeat(30)}\\u0323"`,
    ['1:7 name: holds more than 30 combining marks in a row; delete those from here on'],
  ],
  [
    'the second time, where the first time is right',
    'name: "\u2067a\u2069 b\u2069"',
    [
      '1:13 name: holds U+2069 (pop directional isolate) without an isolate before it in its paragraph; delete it',
    ],
  ],
] as const) {
  test(`what hides or turns text is refused ${what}`, () =>
    assert.deepEqual(faultsOf(text), faults));
}

test('an isolate may reach over the line breaks that YAML folds', () => {
  assert.deepEqual(faultsOf('name: >\n  \u2067One\n  Two\u2069'), []);
  assert.equal(faultsOf('name: |\n  \u2067One\n  Two\u2069').length, 1);
});

test('a comment may hold what no text may', () => {
  assert.deepEqual(faultsOf('# \u200b\u202e\nname: A # \u2069'), []);
});

test('front matter is counted from the line on which it begins', () => {
  assert.deepEqual(faultsOf('name: A\nstars: 7', 2), ['3:8 stars: must be at most 5 (got 7)']);
  assert.match(faultsOf('name: A\nname: B', 2)[0] ?? '', /^3:1 /);
});

test('places can be asked for later', () => {
  const text = 'name: A\naddress: { city: B }\ntags:\n  - x\n  - y';
  const parsed = parseYaml({ file: 'x.yaml', text, firstLine: 2 }, Person);
  assert.ok(!parsed.problems);
  const { locate } = parsed;
  assert.deepEqual(locate(['name']), { line: 2, column: 7 });
  assert.deepEqual(locate(['address', 'city']), { line: 3, column: 18 });
  assert.deepEqual(locate(['tags', 1]), { line: 6, column: 5 });
  assert.deepEqual(locate(['tags', 7]), { line: 5, column: 3 });
  assert.deepEqual(locate([]), { line: 2, column: 1 });
});
