import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConductReader } from '#insights/conduct/conduct.ts';
import { segmentText } from '#insights/text/segment-text.ts';

const OTHERS = [
  'adjuster',
  'insurance company',
  'insurer',
  'hospital',
  'driver',
  'judge',
  'State Farm',
];
const NAMES = ['Harbor Law', 'Maria Lopez', 'Ms. Lopez', 'Linda'];
const read = createConductReader({ others: OTHERS, names: NAMES, technicians: [] });

/** Whose conduct the clauses of a text are about, one letter each: of the business, other, doubtful. */
const lettersOf = (text: string) =>
  read(segmentText(text), text)
    .flat()
    .map(({ whose }) => whose.charAt(0))
    .join('');

const TABLE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'a clause is about its subject': [
    ['The adjuster lied to me.', 'o'],
    ['My lawyer was rude to the adjuster.', 'b'],
    ['They let the adjuster walk over us.', 'b'],
    ['Nobody told me that the insurer had paid.', 'b'],
    ['Rude and slow.', 'b'],
    ['Linda fought the insurance company for a year.', 'b'],
    ['Ms. Lopez stood up to the judge.', 'b'],
    ['The adjusters at State Farm were rude.', 'o'],
  ],
  'what modifies a subject decides, what is only spoken of does not': [
    ['Communication from the insurance company was awful.', 'o'],
    ['Nobody at that hospital listened to me.', 'o'],
    ['My questions about the adjuster were never answered.', 'b'],
    ['Unlike the insurance company they kept their word.', 'b'],
    ['Despite the stalling of the insurer they won.', 'b'],
  ],
  'where the reviewer is the subject, it is about whoever acts': [
    ['I was lied to by the adjuster.', 'o'],
    ['I was lied to by my lawyer.', 'b'],
    ['I found out that my lawyer never called the adjuster.', 'b'],
    ['I told the adjuster twice.', 'o'],
    ['I waited for weeks.', 'b'],
    ['I had to find out from the insurer that they had settled.', 'b'],
    ['Had to hear from the adjuster that it was closed.', 'b'],
    ['My kids were treated kindly by the adjuster.', 'o'],
  ],
  'another business of the kind is somebody else': [
    ['My old lawyer never called.', 'o'],
    ['The previous firm lost my file.', 'o'],
    ['A different firm turned me down.', 'o'],
    ['My former attorney turned me down.', 'o'],
    ['The lawyer I had before was rude.', 'o'],
    ['The optician I went to before was careless.', 'o'],
    ['The company I work for lied.', 'o'],
    ['My old gym was rude.', 'o'],
    ['My old car was slow.', 'b'],
    ['The other attorneys were kind, too.', 'b'],
    ['Best lawyer I ever had.', 'b'],
  ],
  'somebody else of the staff is one of theirs': [
    ['Five different case managers called in a year.', 'b'],
    ['A different paralegal called each time.', 'b'],
    ['Other staff were rude.', 'b'],
    ['Every week another assistant called.', 'b'],
    ['The last receptionist was rude.', 'b'],
    ['Several paralegals called.', 'b'],
    ['Another firm was rude.', 'o'],
    ['Other clinics were rude.', 'o'],
  ],
  'a noun of the business beside somebody else is theirs': [
    ['The hospital billing office was rude.', 'o'],
    ['The lawyer for the insurance company lied.', 'o'],
    ['My lawyer at the hospital was kind.', 'b'],
    ['At the hospital the staff was rude.', 'o'],
    ['The complex’s manager was rude.', 'o'],
    ['The gym’s insurance company became polite.', 'o'],
    ['The company adjuster was rude.', 'o'],
    ['Their adjuster was rude.', 'o'],
  ],
  'a person known by what he or she does is nobody of the business': [
    ['The bailiff shouted at me.', 'o'],
    ['My chiropractor was kind.', 'o'],
    ['The letter was rude.', 'b'],
    ['The manager was rude.', 'b'],
  ],
  'subjects carry over': [
    ['The adjuster lied. He also shouted.', 'oo'],
    ['State Farm took my statement. Then they twisted it.', 'oo'],
    ['The adjuster was rude, and she never called.', 'oo'],
    ['The adjuster was rude, clearly did not read my file.', 'oo'],
    ['The adjuster called. It rained. It snowed. It was cold. He was kind.', 'obbbb'],
    ['The adjuster lied. My lawyer did not. He was honest.', 'obb'],
    ['I used a different firm. They were slow.', 'oo'],
    ['I was hit by a driver. They took my case.', 'od'],
    ['It was the adjuster who lied.', 'o'],
    ['The insurer stalled. It took years.', 'ob'],
    ['They (the insurer) paid nothing.', 'oo'],
    ['I called the insurance company. They never answered.', 'od'],
    ['She hit me. She drove off.', 'oo'],
    ['Some fool blew through the red light.', 'o'],
  ],
  'what may be somebody else’s is doubtful': [
    ['The adjuster called. Rude and pushy.', 'od'],
    ['No light for months, the insurer knew.', 'do'],
    ['My brother never paid me.', 'd'],
    ['His lawyer asked about my health.', 'd'],
    ['The insurer kept calling, nobody answered me.', 'od'],
    ['Their lawyer asked about my health.', 'd'],
  ],
  'blame of somebody else within a clause of the business is doubtful': [
    ['Linda said that the adjuster lied.', 'd'],
    ['Linda told me the adjuster was dishonest.', 'd'],
    ['They fought an insurance company that lied.', 'd'],
    ['Linda was harassed by a rude adjuster.', 'd'],
    ['They never told me that the insurer had paid.', 'b'],
    ['They were ruder than the adjuster.', 'b'],
    ['The hospital was a mess and the staff was rude.', 'od'],
    ['The hospital was kind and my lawyer was rude.', 'ob'],
  ],
  'mine, yours and this one are of the business': [
    ['The adjuster was polite. Mine was rude.', 'ob'],
    ['My old lawyer was slow, this one lies.', 'ob'],
    ['The insurer was slow, you were quick.', 'ob'],
  ],
};
for (const [title, rows] of Object.entries(TABLE)) {
  for (const [text, letters] of rows) {
    test(`${title}: “${text}”`, () => assert.equal(lettersOf(text), letters));
  }
}
