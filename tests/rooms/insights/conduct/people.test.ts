import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConductReader } from '#insights/conduct/conduct.ts';
import { segmentText } from '#insights/text/segment-text.ts';

const person = (id: string, name: string, aliases: string[] = [], unambiguous = true) => {
  return { id, name, aliases, jobTitle: 'Lawyer', unambiguous };
};
const PEOPLE = [
  person('linda', 'Linda Cho', ['Ms. Cho']),
  person('tom', 'Tom Reyes', ['Mr. Reyes']),
  person('will', 'Will'),
  person('joy', 'Joy'),
  person('ana', 'Ana Cruz', [], false),
];
const NAMES = PEOPLE.flatMap(({ name, aliases }) => [name, ...aliases, name.split(' ')[0] ?? '']);
const read = createConductReader({
  others: ['adjuster', 'insurer', 'judge'],
  names: ['Harbor Law', ...NAMES.filter((name) => name !== 'Ana')],
  technicians: PEOPLE,
});

/** Whom the clauses of a text would praise, or blame, with a bar between clauses. */
const namedIn = (side: 'praise' | 'blame', text: string) =>
  read(segmentText(text), text)
    .flat()
    .map(({ people }) => people[side].toSorted().join(' '))
    .join(' | ');

/** Of each text whom it praises if it is praise, and whom it blames if it is blame. */
const TABLE: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  'praise and blame are for the subject of a clause': [
    ['Linda was quick.', 'linda', 'linda'],
    ['That Friday Ms. Cho didn’t show up.', 'linda', 'linda'],
    ['What Linda did was unusual.', 'linda', 'linda'],
    ['It was Linda who found it.', 'linda', 'linda'],
    ['Working with Linda was unusual.', 'linda', 'linda'],
    ['My calls were taken by Linda.', 'linda', 'linda'],
    ['LINDA CHO WAS QUICK.', 'linda', 'linda'],
    ['linda was quick', 'linda', 'linda'],
    ['Ana was quick.', '', ''],
    ['Ana Cruz was quick.', 'ana', 'ana'],
  ],
  'praise is also for the object, blame is not': [
    ['I told Linda twice.', 'linda', ''],
    ['Thank you, Linda!', 'linda', ''],
    ['They gave us Linda.', 'linda', ''],
    ['I would not have won without Linda.', 'linda', ''],
    ['You cannot do better than Linda.', 'linda', ''],
    ['The judge complimented Linda on her brief.', 'linda', ''],
    ['I won because Linda fought.', 'linda', ''],
  ],
  'blame is for whom one is told to avoid': [
    ['Avoid Linda at all costs.', 'linda', 'linda'],
    ['I would not recommend Ms. Cho to anybody.', 'linda', 'linda'],
    ['Ask for anyone but Linda.', '', 'linda'],
    ['Do not hire Linda.', 'linda', 'linda'],
  ],
  'whoever is passed over is neither': [
    ['They were slow before Linda took over.', '', ''],
    ['Instead of Linda I got a stranger.', '', ''],
    ['He was slower than Linda.', '', ''],
    ['The man next to Linda was rude.', '', ''],
    ['My case was handed from Linda to a stranger.', '', ''],
    ['Nobody but Linda called.', '', ''],
    ['Unlike Linda, he was rude.', ' | ', ' | '],
    ['Linda and I go to one church.', '', ''],
    ['My friend Linda sent me here.', '', ''],
  ],
  'a possessive is for its owner, unless it speaks of somebody else': [
    ['Linda’s explanations were clear.', 'linda', 'linda'],
    ['Linda’s assistant was rude.', '', ''],
    ['Linda’s office neighbour was rude.', '', ''],
    ['It is a great firm at Linda’s office.', '', ''],
    ['Linda is busy. Her assistant was rude.', 'linda | linda', 'linda | '],
  ],
  'those who are named together are meant together': [
    ['Linda and Tom were rude.', 'linda tom', 'linda tom'],
    ['Linda, Tom and Will were rude.', 'linda tom will', 'linda tom will'],
    ['The whole team and Linda were rude.', 'linda', 'linda'],
    ['My paralegal Linda was rude.', 'linda', 'linda'],
    ['Linda, my paralegal, was rude.', 'linda | linda', 'linda | linda'],
    ['My paralegal, Linda, was rude.', 'linda | linda', 'linda | linda'],
    [
      'Linda Cho, Tom Reyes, and Ana Cruz lied.',
      'linda | linda tom | ana linda tom',
      'linda | linda tom | ana linda tom',
    ],
  ],
  'a subject goes on': [
    ['Ask for Linda. She lied.', 'linda | linda', ' | linda'],
    ['I hired Tom. He lied. He shouted.', 'tom | tom | tom', ' | tom | tom'],
    ['Linda and Tom called. They lied.', 'linda tom | linda tom', 'linda tom | linda tom'],
    ['Linda called. They lied.', 'linda | ', 'linda | '],
    ['Linda was kind, never rushed me.', 'linda | linda', 'linda | linda'],
    ['Linda was kind, slow office otherwise.', 'linda | ', 'linda | '],
    ['I was sent to Tom Reyes, who lied.', 'tom | tom', ' | tom'],
    ['Linda sent me to a stranger, who lied.', 'linda | ', 'linda | '],
    ['I met Linda Cho. I recommend her.', 'linda | linda', ' | '],
    ['Linda called the adjuster. He lied.', 'linda | ', 'linda | '],
    ['Linda called Tom Reyes. He lied.', 'linda tom | ', 'linda | '],
    ['Linda called Ms. Lane. She lied.', 'linda | ', 'linda | '],
    [
      'Linda called. It rained. It snowed. It froze. She lied.',
      'linda |  |  |  | ',
      'linda |  |  |  | ',
    ],
  ],
  'whoever is addressed is meant': [
    ['Joy, you lied to me.', 'joy', 'joy'],
    ['To Linda: you lied to me.', 'linda', 'linda'],
    ['Tom Reyes, we will be grateful to you.', 'tom | tom', 'tom | '],
  ],
  'nobody is blamed for what another did, or for leaving': [
    ['Because Ms. Cho moved me to somebody else.', 'linda', ''],
    ['Linda told me that the partner was rude.', 'linda', ''],
    ['Linda said they were rude.', 'linda', ''],
    ['Linda never told me that my lawyer had left.', 'linda', 'linda'],
    ['Linda hung up when I asked.', 'linda', 'linda'],
    ['Linda sent me to a man who lied.', 'linda', ''],
    ['Linda is a paralegal who lies.', 'linda', 'linda'],
    ['Linda was replaced by a rude man.', 'linda', ''],
    ['Linda left the firm.', 'linda', ''],
    ['Linda left me waiting.', 'linda', 'linda'],
  ],
  'what is conceded counts for nobody': [
    ['Linda may be nice, but she never called.', ' | linda', ' | linda'],
    ['Tom might come off as gruff.', '', ''],
  ],
  'a word is a name where it is written as one': [
    ['Will got it done.', 'will', 'will'],
    ['Will hire them again.', '', ''],
    ['I will call again.', '', ''],
    ['I called Will twice.', 'will', ''],
    ['There was no joy in it.', '', ''],
    ['it was a joy, joy was quick', ' | joy', ' | joy'],
  ],
};
for (const [title, rows] of Object.entries(TABLE)) {
  for (const [text, praise, blame] of rows) {
    test(`${title}: “${text}”`, () => {
      assert.equal(namedIn('praise', text), praise);
      assert.equal(namedIn('blame', text), blame);
    });
  }
}
