import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type Edit = {
  readonly file: string;
  readonly reviewId: string;
  /** Stands in the new text of the review, and nowhere before. */
  readonly marker: string;
  readonly text: string;
  /** In place, or into a new file that then takes the old one's name, as many editors and git do. */
  readonly way: 'in place' | 'by rename';
};

const SENTENCE = ' They explained every step, returned every call and the fee was fair.';
/** Number of different lengths of bodies in a row, up to some 3,000 characters. */
const LENGTHS = 40;
/** A prime, so that edits are spread over all reviews, old and new. */
const STRIDE = 7919;

/** Prepares edits of the reviews in a folder, each time of another review and in the other way. */
export function createEditor(reviewsFolder: string): () => Edit {
  const files = readdirSync(reviewsFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort();
  let count = 0;
  return () => {
    const file = join(reviewsFolder, files[(count * STRIDE) % files.length] ?? '');
    const before = readFileSync(file, 'utf8');
    const marker = drawMarker();
    const body = marker + SENTENCE.repeat((count * 11) % LENGTHS);
    const way = count % 2 === 0 ? 'by rename' : 'in place';
    count++;
    return { file, reviewId: idOf(before), marker, text: replaceBody(before, body), way };
  };
}

export function saveEdit({ file, text, way }: Edit): void {
  if (way === 'in place') {
    writeFileSync(file, text);
    return;
  }
  const temporary = join(dirname(file), `.${basename(file)}.tmp`);
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

export function replaceBody(text: string, body: string): string {
  const [frontMatter] = /^---\n[\s\S]*?\n---\n/.exec(text) ?? [];
  if (frontMatter === undefined) throw new Error('The review has no front matter.');
  return `${frontMatter}${body}\n`;
}

function idOf(text: string): string {
  const [, id] = /^id: (\S+)$/m.exec(text) ?? [];
  if (id === undefined) throw new Error('The review has no id.');
  return id;
}

/** A word of letters alone: digits could be taken for a telephone number. */
function drawMarker(): string {
  const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26)));
  return `Edit ${letters.join('')}.`;
}
