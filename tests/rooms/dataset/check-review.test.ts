import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, reviewText } from '../../support/content-files.ts';
import { processorMs } from '../../support/measure.ts';

const CONTACT =
  /^reviews\/a\.md:1:1 warning the text holds what looks like (.*); withhold it or ask the author$/;
const MONEY =
  'reviews/a.md:8:21 warning ownerReply.text: names an amount of money; a reply must not tell facts of a case';

function contactIn(body: string, verification?: string): string[] {
  const changes = verification ? { verification } : {};
  return problemsOf({ 'reviews/a.md': reviewText(changes, body) }).map(
    (problem) => CONTACT.exec(problem)?.[1] ?? problem,
  );
}

function moneyIn(reply: string): string[] {
  const ownerReply = `{ text: ${JSON.stringify(reply)}, datePublished: 2026-10-07 }`;
  return problemsOf({ 'reviews/a.md': reviewText({ ownerReply }) });
}

// What was found is not said: warnings are in the log of the service.
for (const [text, found] of [
  ['write to jane.doe+x@mail.example please', 'an email address, at its line 1, column 10'],
  ['Thank you.\n\nCall me: (512) 555-0100', 'a telephone number, at its line 3, column 10'],
  ['call 512-555-0100 today', 'a telephone number, at its line 1, column 6'],
  ['call 512.555.0100', 'a telephone number, at its line 1, column 6'],
  ['call +1 512 555 0100', 'a telephone number, at its line 1, column 6'],
] as const) {
  test(`warns of "${text}"`, () => assert.deepEqual(contactIn(text), [found]));
}

for (const text of [
  'open from 9 to 5, since 2019-10-03',
  'case 48213-55-2 took 12 months',
  'me @ the office',
  '$12,500 in 3 weeks',
  'five stars *****',
]) {
  test(`does not take "${text}" for contact data`, () => assert.deepEqual(contactIn(text), []));
}

test('a review that is not published is not looked at', () => {
  assert.deepEqual(contactIn('a@b.example', '{ status: pending }'), []);
});

for (const reply of [
  'Glad you got $12,500!',
  'Glad you got € 900',
  'Glad you got 12,500 dollars',
  'Glad you got 12500 USD',
]) {
  test(`warns of the reply "${reply}"`, () => assert.deepEqual(moneyIn(reply), [MONEY]));
}

test('a reply without an amount is fine', () => {
  assert.deepEqual(moneyIn('Thank you for 5 stars on 2026-10-07, from all 12 of us'), []);
});

for (const [what, body, reply] of [
  ['one long word', 'a'.repeat(65_000), 'a'],
  ['an address that does not end', `x@${'a'.repeat(65_000)}`, 'a'],
  ['many at signs', 'a@'.repeat(32_000), 'a'],
  ['groups of digits', '123 '.repeat(16_000), 'a'],
  ['a reply of digits', 'a', '1,'.repeat(32_000)],
] as const) {
  test(`${what} takes no longer than its length`, () => {
    const ownerReply = `{ text: ${JSON.stringify(reply)}, datePublished: 2026-10-07 }`;
    const took = processorMs(() => {
      assert.deepEqual(problemsOf({ 'reviews/a.md': reviewText({ ownerReply }, body) }), []);
    });
    assert.ok(took < 1_000, `It took ${took} ms.`);
  });
}

const problemsWith = (quotes: string, body: string) =>
  problemsOf({ 'reviews/a.md': reviewText({ quotes }, body) });

test('warns of a phrase that the review does not hold, at its place, without repeating it', () => {
  assert.deepEqual(problemsWith('[kept me, my clinic]', 'They kept me informed.'), [
    'reviews/a.md:8:19 warning quotes.1: does not stand in the text, and so keeps nothing from being quoted; write it as the review does',
  ]);
});

for (const [quotes, body] of [
  ['never', 'They kept me informed.'],
  ["[They're kind]", 'they’re\nKIND people'],
  ['[knee surgery, "that I had"]', 'My knee\n  surgery – that I had'],
] as const) {
  test(`does not warn of ${quotes}`, () => assert.deepEqual(problemsWith(quotes, body), []));
}
