/** Data that people labeled. A faulty line is refused with its place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AspectList } from '#dataset/aspect-lists/aspect-lists.ts';
import { didYouMean } from '#dataset/check/nearest-name.ts';
import { ContentError, problemAt } from '#dataset/content-problem.ts';
import { parseAspectsFile } from '#dataset/read/parse-content.ts';
import { cannotBeRead } from '#dataset/read/read-content.ts';

/** The labels of texts and aspects, in the order of tables. */
export const LABELS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type Label = (typeof LABELS)[number];

export type LabeledText = { readonly text: string; readonly label: Label };

/** A text and its label for each aspect that it speaks of. */
export type AspectText = { readonly text: string; readonly says: readonly Said[] };
type Said = { readonly aspect: string; readonly label: Label };

/** Reads the lines of tab-separated cells in a file that are not empty; lines count from 1. */
export function readRows(file: string) {
  return readFile(file)
    .toString()
    .split('\n')
    .map((text, index) => ({ line: index + 1, cells: text.split('\t').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    return refuseLine(file, 1, cannotBeRead(error));
  }
}

export function refuseLine(file: string, line: number, message: string): never {
  throw new ContentError([problemAt(file, { line, column: 1 }, message)]);
}

/**
 * Reads lines of `text TAB label` and, where aspects are labeled, `TAB aspect=label aspect=label`.
 */
export function readTexts(file: string): readonly (LabeledText & AspectText)[] {
  return readRows(file).map(({ line, cells: [text = '', label = '', list = '-'] }) => ({
    text,
    label: readLabel(file, line, label),
    says: (list === '-' ? [] : list.split(' ')).map((item) => {
      const [aspect = '', side = ''] = item.split('=');
      return { aspect, label: readLabel(file, line, side) };
    }),
  }));
}

/** Reads a label: a word or, as in the UCI sentences, 1 or 0. */
function readLabel(file: string, line: number, cell: string): Label {
  if (cell === '1') return 'positive';
  if (cell === '0') return 'negative';
  const known = LABELS.find((label) => label === cell);
  if (known) return known;
  const allowed = `${LABELS.join(', ')}, 1 (positive) or 0 (negative)`;
  const hint = didYouMean(cell, LABELS);
  return refuseLine(file, line, `has the label "${cell}"${hint}; a label is ${allowed}`);
}

/** Reads a file like aspects.yaml. */
export function readAspects(file: string): AspectList {
  const { located, problems } = parseAspectsFile({ path: file, bytes: readFile(file) });
  if (problems) throw new ContentError(problems);
  return located.value;
}

/** The terms of the categories of MAMS-ACSA, as an aspects.yaml. */
export const MAMS_ASPECTS_FILE = join(import.meta.dirname, 'mams-aspects.yaml');

const SENTENCE = /<sentence>\s*<text>([^<]*)<\/text>(.*?)<\/sentence>/gs;
const CATEGORY = /<aspectCategory category="([^"]*)" polarity="([^"]*)"/g;

/** Reads a part of MAMS-ACSA (Jiang et al. 2019), whose XML never varies and has no references. */
export function readMams(folder: string, part: 'train' | 'val'): readonly AspectText[] {
  const file = join(folder, `acsa_${part}.xml`);
  const sentences = [...readFile(file).toString().matchAll(SENTENCE)];
  if (sentences.length === 0) refuseLine(file, 1, 'contains no sentences of MAMS-ACSA');
  return sentences.map(([, text = '', categories = '']) => ({
    text,
    says: [...categories.matchAll(CATEGORY)].map(([, aspect = '', polarity = '']) => ({
      aspect,
      label: readLabel(file, 1, polarity),
    })),
  }));
}
