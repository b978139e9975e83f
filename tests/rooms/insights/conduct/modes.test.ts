import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, modesOf } from '#insights/conduct/modes.ts';
import { readRegret } from '#insights/conduct/read-regret.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { tokenize } from '#insights/text/tokenize.ts';

/** How the clauses of a text are meant. */
const modesIn = (text: string, rating = 3) =>
  segmentText(text).flatMap((sentence) => modesOf(sentence, rating));

const TABLE: Readonly<Record<Mode, readonly string[]>> = {
  question: [
    'Are they honest?',
    'Why would a lawyer lie?!',
    'My son asked if it meant that we won.',
    'Not sure if they are honest.',
    'Can anyone tell me more?',
    'How much does it cost?',
    'Is it hard to park there?',
  ],
  wish: [
    'I wish them well.',
    'Wish I had found them sooner.',
    'If only I could walk again.',
    'I was hoping for a kind word.',
    'All I wanted was a kind lawyer.',
    'I would have liked to thank them.',
    'Hopefully they call.',
    'I would love a lawyer who is kind.',
    'May they win this.',
    'I was promised weekly calls and got exactly one.',
    'I was hoping for a fair settlement and got just five hundred dollars.',
    'I hope they did it without stress.',
  ],
  story: [
    'I manage a staff of thirty.',
    'I drive all day and cannot answer the phone.',
    'We still work nights.',
    'And I also teach.',
  ],
  regret: [
    'I wish they had called me.',
    'I just wish it did not take so long.',
    'If only they were honest.',
    'I would have liked an update.',
    'Would have liked a call.',
    'It would have been nice to be told.',
    'I wish I had been told.',
  ],
  condition: [
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
    'Must be nice to get paid for that.',
    'Top service, said nobody ever.',
    'Kudos for forgetting my hearing.',
    'Lucky me, they lost my file.',
    'Bravo, it only took you two years.',
    'How hard is it to return a call?',
    'Would it kill you to be on time?',
    'Is it too much to ask for an honest answer?',
    'What am I paying for?',
  ],
  fact: [
    'I work with them on everything.',
    'I managed to reach them.',
    'They called me.',
    'They could not have been kinder.',
    'I would not have made it without them.',
    'I would hire them again.',
    'I would like to thank them.',
    'Never hire these people.',
    'They should have told me.',
    'They fixed what could have been a disaster, not a scratch left.',
    'Great job.',
    'They did a great job handling my case.',
    'Kudos to the whole team for their patience.',
    'I love how responsive they are.',
    'They made me feel “like family”.',
    'I was hoping for a quick settlement and got it.',
    'Get your act together.',
    'Pick up the phone once in a while.',
    'Don’t change a thing.',
    'I would have given them ten stars.',
    'If I could give zero stars I would.',
    'Would have been five stars if someone had called.',
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

test('with four stars or five no praise is ironic', () => {
  for (const text of ['Great job losing the fear I had of courts.', 'Thanks for nothing.']) {
    assert.deepEqual([modesIn(text, 3), modesIn(text, 4)], [['irony'], ['fact']]);
  }
});

test('a regret is read as the fact that it regrets', () => {
  for (const [text, fact] of [
    ['I wish they had called me.', 'unfortunately they had not called me'],
    ['I just wish it did not take so long', 'unfortunately it did take so long'],
    ["If only the receptionist wasn't rude", 'unfortunately the receptionist was rude'],
    ['I would have liked more updates', 'unfortunately not more updates'],
    ['It would have been nice to be told', 'unfortunately not be told'],
    ['I wish that I had been told', 'unfortunately i had not been told'],
    ['I wish I had found them sooner', undefined],
    ['I wish them well', undefined],
    ['I would have liked to thank them', undefined],
    ['They called me', undefined],
    ['I wish they’d called me back', 'unfortunately they had not called me back'],
    ['I wish I’d found them sooner', undefined],
    ['I wish the fees were lower', 'unfortunately the fees were not lower'],
    ['I wish all law firms were this honest', undefined],
    ['I wish there were more lawyers like them', undefined],
    ['I wish they had come into my life sooner', undefined],
    ['I wish it was possible to give ten stars', undefined],
    ['I wish words could express my thanks', undefined],
    ['I wish my mom was alive to see it', undefined],
    ['I wish we had been their client from the start', undefined],
    ['They respected my every wish and Linda was wonderful', undefined],
    ['They helped, if only because she was kind', undefined],
    ['I never wished they were faster', undefined],
    ['I would have liked nothing more', undefined],
  ] as const) {
    const read = readRegret(tokenize(text));
    assert.equal(read?.map((token) => token.text).join(' '), fact, text);
  }
});
