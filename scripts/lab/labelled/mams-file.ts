import { join } from 'node:path';
import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import type { AspectLine } from './aspect-file.ts';
import { parseLabel } from './label.ts';
import { readFile } from './read-rows.ts';

/** The terms of the categories of MAMS-ACSA, as an aspects.yaml. */
export const MAMS_ASPECTS_FILE = join(import.meta.dirname, 'mams-aspects.yaml');

const SENTENCE = /<sentence>\s*<text>([^<]*)<\/text>(.*?)<\/sentence>/gs;
const CATEGORY = /<aspectCategory category="([^"]*)" polarity="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/**
 * Reads a part of MAMS-ACSA, whose form never varies (Jiang et al. 2019: XML with a category and a
 * polarity for each of several aspects of a sentence). Throws a ContentError where it is none.
 */
export function readMamsFile(file: string): readonly AspectLine[] {
  const lines = [...readFile(file).matchAll(SENTENCE)].flatMap(([, text = '', categories = '']) =>
    [...categories.matchAll(CATEGORY)].flatMap(([, aspect = '', polarity = '']) => {
      const label = parseLabel(polarity);
      return label ? [{ text: decodeEntities(text), says: { aspect, label } }] : [];
    }),
  );
  if (lines.length > 0) return lines;
  throw new ContentError([problemAt(file, FILE_START, 'holds no sentences of MAMS-ACSA')]);
}

/** XML 1.0 §4.6: the entities that need no declaration. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
