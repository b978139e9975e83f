import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import {
  countFitting,
  fitAnswer,
  fittingOf,
  MAX_ANSWER_BYTES,
} from '#agents/answers/answer-size.ts';
import { costOf } from '#agents/answers/text-cost.ts';
import { publishedReview } from '../../../support/reviews.ts';

const MOST_TOKENS = 21_000;

/** The same numbers from 0 to 1 at each run. */
function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}
const random = createRandom();
const oneOf = (characters: string) =>
  characters[Math.floor(random() * characters.length)] ?? assert.fail();
const between = (first: number, last: number) => () =>
  String.fromCodePoint(first + Math.floor(random() * (last - first + 1)));

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Each makes some of a text. */
const DENSE: Readonly<Record<string, () => string>> = {
  emoji: between(0x1f600, 0x1f64f),
  families: () => '👩‍👩‍👧‍👦',
  Chinese: () => '律师非常耐心地向我们解释了所有的文件，我们对结果非常满意。',
  Korean: () => '변호사님이 모든 서류를 아주 친절하게 설명해 주셨습니다. ',
  'rare Han': between(0x4e00, 0x9fff),
  'the rarest Han': between(0x20000, 0x2a6d6),
  Ethiopic: () => 'ጠበቃው ሁሉንም ሰነዶች በትዕግስት አስረዱን። ',
  Cherokee: between(0x13a0, 0x13f4),
  Khmer: () => 'មេធាវីបានពន្យល់ឯកសារទាំងអស់ដោយអត់ធ្មត់។ ',
  Thai: () => 'ทนายความอธิบายเอกสารทั้งหมดอย่างอดทนมาก',
  Arabic: () => 'المحامي شرح لنا كل الأوراق بصبر كبير. ',
  Hindi: () => 'वकील ने हमें सभी कागजात बहुत धैर्य से समझाए। ',
  Russian: () => 'Адвокат терпеливо объяснил нам все документы. ',
  Vietnamese: () => 'Luật sư đã giải thích rất rõ ràng và kiên nhẫn về tất cả các giấy tờ. ',
  base64: () => oneOf(`${ALPHABET}${ALPHABET.toLowerCase()}0123456789+/`),
  capitals: () => oneOf(ALPHABET),
  'words of capitals': () =>
    `${Array.from({ length: 3 + random() * 8 }, () => oneOf(ALPHABET)).join('')} `,
};
const PROSE =
  'They looked through all of the papers again, and Elena was kind about the settlement. ';

function repeat(make: () => string, length: number): string {
  let text = '';
  while (text.length < length) text += make();
  return text;
}

for (const [name, make] of Object.entries(DENSE)) {
  test(`no answer has more tokens than hosts take: ${name}`, () => {
    const texts = Array.from({ length: 120 }, (_, at) => {
      const reviewBody = repeat(make, 1500);
      const ownerReply = { text: repeat(make, 1500), datePublished: '2026-01-01' };
      return JSON.stringify(publishedReview({ id: `dense-${at}`, reviewBody, ownerReply }));
    });
    const shown = texts.slice(0, countFitting(texts));
    const tokens = countTokens(shown.join(','));
    assert.ok(tokens <= MOST_TOKENS, `${tokens} tokens`);
    const text = repeat(make, 20_000);
    const ownerReply = { text, datePublished: '2026-01-01' };
    const long = publishedReview({ id: 'long', reviewBody: text, ownerReply });
    const left = countTokens(JSON.stringify(fitAnswer(long, 'long.json')));
    assert.ok(left <= MOST_TOKENS, `${left} tokens`);
    assert.ok(costOf(text) >= Buffer.byteLength(text));
  });
}

test('answers in English use nearly all bytes that there are', () => {
  const texts = Array.from({ length: 300 }, (_, at) =>
    JSON.stringify(publishedReview({ id: `plain-${at}`, reviewBody: PROSE.repeat(8) })),
  );
  const bytes = Buffer.byteLength(texts.slice(0, countFitting(texts)).join(','));
  assert.ok(bytes > MAX_ANSWER_BYTES * 0.9 && bytes <= MAX_ANSWER_BYTES, `${bytes} bytes`);
  const records = Array.from({ length: 3000 }, (_, at) => ({ id: `person-${at}`, name: 'Elena' }));
  const [tokens, room] = [countTokens(JSON.stringify(fittingOf(records))), MAX_ANSWER_BYTES / 3];
  assert.ok(tokens > room * 0.75 && tokens <= room, `${tokens} tokens`);
});
