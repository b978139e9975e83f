import { z } from 'zod';
import {
  type ResolvedAspects,
  resolveAspects,
  shippedList,
} from '#dataset/aspect-lists/aspect-lists.ts';
import { memoize } from '#dataset/memoize.ts';
import { StoredAspects } from '#dataset/schema/stored-aspects.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { StoredQuestion, StoredRemoval } from '#dataset/schema/stored-editorial.ts';
import { Service, ServiceArea, Technician } from '#dataset/schema/stored-entities.ts';
import type { Located } from '../content.ts';
import { type ContentProblem, FILE_START, placeFindings } from '../content-problem.ts';
import type { ContentFile } from './content-file.ts';
import { readText } from './decode-text.ts';
import { parseSummary } from './parse-markdown.ts';
import { type Locate, type Parsed, parseYaml } from './parse-yaml.ts';

/** The value of one file, or the problems that prevent it. */
export type ParsedFile<Value> =
  | { readonly located: Located<Value>; readonly problems?: undefined }
  | { readonly located?: undefined; readonly problems: readonly ContentProblem[] };

type Parse<Value> = (path: string, text: string) => Parsed<Value>;

/** Parses one file by itself. */
export function parseContentFile<Value>(file: ContentFile, parse: Parse<Value>): ParsedFile<Value> {
  const parsed = readAndParse(file, parse);
  if (parsed.problems) return { problems: parsed.problems };
  // A copy: strings cut out of a text keep all of it in memory.
  const value = structuredClone(parsed.value);
  shareStrings(value);
  return { located: new ParsedValue(file, parse, value) };
}

const MAX_SHARED_LENGTH = 24;
const MAX_SHARED = 10_000;
const shared = new Map<string, string>();

/** Makes equal strings the same one: each of 100,000 reviews has a dozen dates and choices. */
function shareStrings(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'string') shareStrings(member);
    else if (member.length <= MAX_SHARED_LENGTH) Reflect.set(value, key, findShared(member));
  }
}

function findShared(text: string): string {
  const known = shared.get(text);
  if (known === undefined && shared.size < MAX_SHARED) shared.set(text, text);
  return known ?? text;
}

function readAndParse<Value>(file: ContentFile, parse: Parse<Value>): Parsed<Value> {
  const decoded = readText(file);
  return decoded.problems ? decoded : parse(file.path, decoded.text);
}

/**
 * The value of a file. All places would take many times the memory of the text and hardly any is
 * needed, so the file is parsed again for them. There is one of these for each review, so it is small.
 */
class ParsedValue<Value> implements Located<Value> {
  readonly value: Value;
  readonly #file: ContentFile;
  readonly #parse: Parse<Value>;

  constructor(file: ContentFile, parse: Parse<Value>, value: Value) {
    this.#file = file;
    this.#parse = parse;
    this.value = value;
  }

  get file(): string {
    return this.#file.path;
  }

  openPlaces(): Locate {
    try {
      return readAndParse(this.#file, this.#parse).locate ?? (() => FILE_START);
    } catch {
      // The file has changed again; the problem is reported at its start.
      return () => FILE_START;
    }
  }
}

/** A parser of YAML files with a schema, which parses each file once. */
function createYamlParser<Schema extends z.ZodType>(
  schema: Schema,
): (file: ContentFile) => ParsedFile<z.output<Schema>> {
  return memoize((file) =>
    parseContentFile(file, (path, text) => parseYaml({ file: path, text }, schema)),
  );
}

/** A parser of files that hold a list; an empty file is an empty list. */
const createListParser = <Item extends z.ZodType>(item: Item) =>
  createYamlParser(z.preprocess((input) => input ?? [], z.array(item).readonly()));

export const parseBusinessFile = createYamlParser(StoredBusiness);
export const parseTechniciansFile = createListParser(Technician);
export const parseServicesFile = createListParser(Service);
export const parseServiceAreasFile = createListParser(ServiceArea);
export const parseQuestionsFile = createListParser(StoredQuestion);
export const parseRemovalsFile = createListParser(StoredRemoval);
export const parseSummaryFile = memoize((file: ContentFile) =>
  parseContentFile(file, parseSummary),
);

const parseStoredAspects = createYamlParser(StoredAspects);

/** Parses aspects.yaml, in either form, and resolves it. */
export const parseAspectsFile = memoize((file: ContentFile): ParsedFile<ResolvedAspects> => {
  const { located, problems } = parseStoredAspects(file);
  if (problems) return { problems };
  const { value, findings } = resolveAspects(located.value, shippedList);
  if (findings.length > 0) return { problems: placeFindings(located, findings) };
  return { located: { file: located.file, value, openPlaces: () => located.openPlaces() } };
});
