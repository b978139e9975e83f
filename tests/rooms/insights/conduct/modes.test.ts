import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, modesOf } from '#insights/conduct/modes.ts';
import { segmentText } from '#insights/text/segment-text.ts';

/** How the clauses of a text are meant. */
const modesIn = (text: string) => segmentText(text).flatMap(modesOf);

const TABLE: Readonly<Record<Mode, readonly string[]>> = {
  question: [
    'Are they honest?',
    'Why would a lawyer lie?!',
    'My son asked if it meant that we won.',
    'Not sure if they are honest.',
    'Can anyone tell me more?',
  ],
  wish: [
    'I wish they had called me.',
    'Wish I had found them sooner.',
    'If only they were honest.',
    'I was hoping for a kind word.',
    'All I wanted was a kind lawyer.',
    'I would have liked an update.',
    'Hopefully they call.',
    'I would love a lawyer who is kind.',
    'May they win this.',
  ],
  condition: [
    'It would have been nice to be told.',
    'They could have been kind.',
    'It used to be a quiet place.',
    'It would be nice to get a call.',
    'If they win this I will send my family.',
    'Unless they call me',
    'I will recommend them if they win.',
    'A dishonest lawyer could take your money.',
    'Never hire a lawyer who lies.',
    'A good lawyer should be patient.',
  ],
  irony: [
    'Thanks for nothing.',
    'Great job losing my file.',
    'Real professional, hanging up on me.',
    'Good luck getting a call back.',
    'Great firm if you enjoy waiting.',
    'What a joke.',
    'Top service, said nobody ever.',
    'They “care” so much.',
    'Lucky me.',
    'Another satisfied customer, not.',
  ],
  fact: [
    'They called me.',
    'They could not have been kinder.',
    'I would not have made it without them.',
    'I would hire them again.',
    'I would like to thank them.',
    'Never hire these people.',
    'They should have told me.',
    'They fixed what could have been a disaster, not a scratch left.',
    'Great job.',
  ],
};
for (const [mode, texts] of Object.entries(TABLE)) {
  for (const text of texts) {
    test(`“${text}” is meant as a ${mode}`, () =>
      assert.ok(modesIn(text).some((one) => one === mode)));
  }
}

test('what follows from a condition is none, what does not stays a fact', () => {
  assert.deepEqual(modesIn('If they lied, I would report them.'), ['condition', 'condition']);
  assert.deepEqual(modesIn('If you need a kind lawyer, call this office.'), ['condition', 'fact']);
});
