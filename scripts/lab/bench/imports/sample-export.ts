import { closeSync, openSync, writeSync } from 'node:fs';
import { createRandom } from '../../../generate/random.ts';
import { createReviewWriter, REPLIES } from '../../../generate/review-text.ts';

const FIRST_NAMES = ['Jane', 'José', 'Zoë', 'Fatima', 'Linh', 'Łukasz', 'Yuki', 'Omar', 'Mei'];
const LAST_NAMES = ['Doe', 'Vale', 'Okoro', 'Lind', 'Nguyễn', 'Roux', 'O’Neil', 'García', 'Tarn'];
const HEADER =
  'Review Id,Review Created (UTC),Review Username,Review User Email,Review Title,Review Content,Review Stars,Company Reply,Company Reply Date (UTC),Review Language';
const FIRST_DAY = Date.UTC(2020, 0, 1);
/** About six years. */
const SECONDS = 180_000_000;
const HOUR = 3_600_000;

/** Writes an export as Trustpilot makes them. Its reviews are as long as real ones. */
export function writeSampleExport(file: string, size: number): void {
  const random = createRandom(21);
  const writer = createReviewWriter(random);
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, `${HEADER}\n`);
  for (let index = 0; index < size; index++) {
    const rating = random.chance(0.8) ? 5 : random.integer(1, 4);
    const tone = rating > 3 ? 'praise' : 'blame';
    // An import takes two ratings with the same name, stars and instant for one review.
    const created = FIRST_DAY + random.integer(0, SECONDS) * 1000;
    const isAnswered = random.chance(0.3);
    const cells = [
      `id${index.toString(16).padStart(22, '0')}`,
      instantOf(created),
      `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
      'somebody@mail.example',
      writer.title(tone),
      writer.body(tone),
      String(rating),
      isAnswered ? random.pick(REPLIES) : '',
      isAnswered ? instantOf(created + random.integer(1, 500) * HOUR) : '',
      'en',
    ];
    writeSync(descriptor, `${cells.map(quote).join(',')}\n`);
  }
  closeSync(descriptor);
}

function instantOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

function quote(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
