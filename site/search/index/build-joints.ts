import { Dictionary } from './dictionary.ts';
import { countBits, rowLength } from './hit-set.ts';
import type { SequenceData } from './sorted-sequence.ts';
import type { JointData } from './text-index.ts';

/** A joint in more documents than this, as a part of all, has a row. */
const DOCUMENTS_OF_A_JOINT = 1 / 8;
/** One document in so many is read to see which joints those are. */
const SAMPLE = 16;
/** How many letters of the first term and of the second make a joint, and how many to consider. */
const KINDS = [
  { before: 1, after: 1, endings: 40, beginnings: 10 },
  { before: 1, after: 2, endings: 40, beginnings: 50 },
  { before: 2, after: 1, endings: 150, beginnings: 10 },
] as const;

/** Some ends, or beginnings, of terms: `of[term]` is the place in `texts` plus one, or 0. */
type Edges = { readonly texts: readonly string[]; readonly of: Uint8Array };

/** Stores rows for common short texts that lie across two terms. */
export function buildJoints(
  letters: SequenceData,
  terms: SequenceData,
  counts: Uint32Array,
): JointData {
  const dictionary = new Dictionary(letters);
  const size = terms.starts.length - 1;
  const length = rowLength(size);
  const texts: string[] = [];
  const parts: Int32Array[] = [];
  for (const kind of KINDS) {
    const endings = commonEdges(counts, kind.endings, kind.before, (term) =>
      dictionary.endOf(term, kind.before),
    );
    const beginnings = commonEdges(counts, kind.beginnings, kind.after, (term) =>
      dictionary.beginningOf(term, kind.after),
    );
    const { joints, rowOf } = commonJoints(terms, endings, beginnings);
    for (const joint of joints) texts.push(joint);
    const words = new Int32Array(joints.length * length);
    fillRows(terms, endings, beginnings, 1, rowOf, words);
    parts.push(words);
  }
  return { texts, words: concat(parts) };
}

/** The edges of `letters` letters that the most documents have. */
function commonEdges(
  counts: Uint32Array,
  most: number,
  letters: number,
  edgeOf: (term: number) => string,
): Edges {
  const weights = new Map<string, number>();
  const edges = Array.from(counts, (count, term) => {
    const edge = edgeOf(term);
    if (edge.length === letters) weights.set(edge, (weights.get(edge) ?? 0) + count);
    return edge;
  });
  const texts = [...weights]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([edge]) => edge);
  const numbers = new Map(texts.map((text, number) => [text, number + 1]));
  return { texts, of: Uint8Array.from(edges, (edge) => numbers.get(edge) ?? 0) };
}

/** The joints in many documents of a sample, and the row of each: -1 is none. */
function commonJoints(terms: SequenceData, endings: Edges, beginnings: Edges) {
  const size = Math.ceil((terms.starts.length - 1) / SAMPLE);
  const length = rowLength(size);
  const width = beginnings.texts.length + 1;
  const rowOf = new Int32Array((endings.texts.length + 1) * width);
  for (let joint = 0; joint < rowOf.length; joint++) rowOf[joint] = joint;
  const words = new Int32Array(rowOf.length * length);
  fillRows(terms, endings, beginnings, SAMPLE, rowOf, words);
  const joints: string[] = [];
  for (let joint = 0; joint < rowOf.length; joint++) {
    let count = 0;
    for (let i = joint * length; i < (joint + 1) * length; i++) count += countBits(words[i] ?? 0);
    rowOf[joint] = -1;
    if (count <= size * DOCUMENTS_OF_A_JOINT) continue;
    rowOf[joint] = joints.length;
    const ending = endings.texts[Math.floor(joint / width) - 1] ?? '';
    joints.push(ending + (beginnings.texts[(joint % width) - 1] ?? ''));
  }
  return { joints, rowOf };
}

/** Marks one document of every `step` in the row of each joint that it has and that has a row. */
function fillRows(
  { symbols, starts }: SequenceData,
  endings: Edges,
  beginnings: Edges,
  step: number,
  rowOf: Int32Array,
  words: Int32Array,
): void {
  const width = beginnings.texts.length + 1;
  const length = rowLength(Math.ceil((starts.length - 1) / step));
  for (let document = 0; document * step < starts.length - 1; document++) {
    // The last term of a text is followed by its 0, which has no beginning.
    const end = (starts[document * step + 1] ?? 0) - 1;
    for (let place = starts[document * step] ?? 0; place < end; place++) {
      const ending = endings.of[symbols[place] ?? 0] ?? 0;
      if (ending === 0) continue;
      const beginning = beginnings.of[symbols[place + 1] ?? 0] ?? 0;
      if (beginning === 0) continue;
      const row = rowOf[ending * width + beginning] ?? -1;
      if (row < 0) continue;
      const word = row * length + (document >>> 5);
      words[word] = (words[word] ?? 0) | (1 << (document & 31));
    }
  }
}

function concat(parts: readonly Int32Array[]): Int32Array<ArrayBuffer> {
  const all = new Int32Array(parts.reduce((length, part) => length + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}
