import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { cannotBeRead } from '#dataset/read/read-content.ts';
import type { AspectLine } from './aspect-files.ts';
import { parseLabel, readFile } from './labelled.ts';

/** The domains of the UCI sentences (Kotzias et al. 2015). */
export const DOMAINS = ['yelp', 'amazon', 'imdb'] as const;
export type Domain = (typeof DOMAINS)[number];

export type FoundData = {
  /** The UCI sentences: of all domains, or of none. */
  readonly uci: ReadonlyMap<Domain, string>;
  readonly mams: { readonly training: string; readonly validation: string } | undefined;
};

const SENTENCES = '_labelled.txt';
const [TRAINING, VALIDATION] = ['acsa_train.xml', 'acsa_val.xml'];

/** Looks into folders. Throws a ContentError about one that does not hold what is known, whole. */
export function findData(folders: readonly string[]): FoundData {
  const uci = new Map<Domain, string>();
  let mams: FoundData['mams'];
  for (const folder of folders) {
    const names = listNames(folder);
    const isUci = names.some((name) => name.endsWith(SENTENCES));
    const isMams = names.includes(TRAINING) || names.includes(VALIDATION);
    if (!isUci && !isMams) {
      refuse(folder, `holds neither *${SENTENCES} (UCI) nor ${VALIDATION} (MAMS-ACSA)`);
    }
    for (const domain of isUci ? DOMAINS : []) {
      const file = names.find((name) => name.startsWith(domain) && name.endsWith(SENTENCES));
      uci.set(domain, join(folder, file ?? refuse(folder, `lacks ${domain}*${SENTENCES}`)));
    }
    if (isMams) mams = { training: join(folder, TRAINING), validation: join(folder, VALIDATION) };
  }
  return { uci, mams };
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    return refuse(folder, cannotBeRead(error));
  }
}

function refuse(folder: string, message: string): never {
  throw new ContentError([problemAt(folder, FILE_START, message)]);
}

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

/** Reads a part of MAMS-ACSA, whose XML never varies. Throws a ContentError where it is none. */
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
