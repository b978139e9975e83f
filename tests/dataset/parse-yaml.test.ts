import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { parseYaml } from '#dataset/parse-yaml.ts';

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

test('a valid text gives its value', () => {
  const { value } = parseYaml({ file: 'x.yaml', text: 'name: Zoë\nstars: 4.5\n' }, Person);
  assert.deepEqual(value, { name: 'Zoë', stars: 4.5 });
});

for (const [rule, text, faults] of [
  [
    'a wrong value is found where it stands',
    'name: A\nstars:   7',
    ['2:10 stars: must be at most 5 (got 7)'],
  ],
  [
    'a value in a flow mapping, too',
    'name: A\naddress: { city: 5 }',
    ['2:18 address.city: must be a string (got 5)'],
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
  [
    'so are comments alone',
    '# nothing',
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
    /^2:1 is not valid YAML: Map keys must be unique/,
  ],
  ['an unknown tag', 'name: !Great lawyer', /^1:7 is not valid YAML: Unresolved tag: !Great/],
  ['a second document', 'name: A\n---\nname: B', /^2:1 is not valid YAML: .*multiple documents/],
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

test('nested aliases do not grow', () => {
  const bomb = ['tags: [&a [x, x, x, x, x, x, x, x]'];
  for (let name = 1; name < 20; name++) {
    bomb.push(`&n${name} [${Array(9).fill(name === 1 ? '*a' : `*n${name - 1}`)}]`);
  }
  assert.match(faultsOf(`${bomb.join(', ')}]`)[0] ?? '', /is an alias/);
});

test('deep nesting is refused, and does not overflow', () => {
  assert.match(faultsOf(`tags: ${'['.repeat(50_000)}`)[0] ?? '', /is not valid YAML/);
});

test('a key that is a mapping is refused without a warning of the process', (t) => {
  const emitWarning = t.mock.method(process, 'emitWarning', () => {});
  assert.match(faultsOf('name: A\n? { a: 1 }\n: z')[0] ?? '', /is not a known key/);
  assert.equal(emitWarning.mock.callCount(), 0);
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

test('a key that objects inherit is told once', () => {
  assert.deepEqual(faultsOf('name: A\naddress: { city: B, __proto__: x }\n__proto__: x'), [
    '2:21 address.__proto__: is not a known key',
    '3:1 __proto__: is not a known key',
  ]);
});

test('a text may speak of what objects inherit', () => {
  assert.deepEqual(faultsOf('name: __proto__\ntags: [__proto__]'), []);
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
