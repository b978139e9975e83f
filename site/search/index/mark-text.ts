import type { Candidates } from './candidates.ts';
import { type HitSet, rowLength } from './hit-set.ts';
import { markFragment } from './mark-fragment.ts';
import { markPhrase } from './mark-phrase.ts';
import { cutTerms } from './term-cuts.ts';
import type { TextIndexData } from './text-index.ts';

/** Marks the candidates that contain a folded text, and maybe others; it stops after little work each. */
export function* markText(
  index: TextIndexData,
  text: string,
  candidates: Candidates,
  hits: HitSet,
): Generator<undefined, void, undefined> {
  const { joints, size } = index;
  const terms = cutTerms(text);
  if (text === '') return hits.addAll(candidates.range);
  if (terms.length === 1) return yield* markFragment(index, text, candidates.range, hits);
  const joint = text.length <= 3 ? joints.texts.indexOf(text) : -1;
  if (joint < 0) return yield* markPhrase(index, terms, candidates, hits);
  hits.addRow({ words: joints.words, offset: joint * rowLength(size) }, candidates.range);
}
