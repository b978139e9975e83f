import type { z } from 'zod';
import type { Located } from './content.ts';
import { type ContentProblem, FILE_START, problemAt } from './content-problem.ts';
import { decodeText } from './decode-text.ts';
import { memoize } from './memoize.ts';
import { type Parsed, parseYaml } from './parse-yaml.ts';
import type { ContentFile } from './read-content.ts';
import { findUnprintable } from './unprintable.ts';

/** What a file says by itself, or the problems that keep it from saying anything. */
export type ParsedFile<Value> =
  | { readonly located: Located<Value>; readonly problems?: undefined }
  | { readonly located?: undefined; readonly problems: readonly ContentProblem[] };

/** Parses the text of a file into what one file says by itself. */
export function parseContentFile<Value>(
  file: ContentFile,
  parse: (path: string, text: string) => Parsed<Value>,
): ParsedFile<Value> {
  const read = (): Parsed<Value> => {
    const decoded = readText(file);
    return decoded.problems ? decoded : parse(file.path, decoded.text);
  };
  const parsed = read();
  if (parsed.problems) return { problems: parsed.problems };
  // Knowing all places takes many times the room of the text, and hardly any is asked for.
  const locate = (path: readonly PropertyKey[]) => {
    const again = read();
    return again.problems ? FILE_START : again.locate(path);
  };
  return { located: { file: file.path, value: parsed.value, locate } };
}

/** A parser of YAML files that hold what a schema describes. It parses each file once. */
export function createYamlParser<Schema extends z.ZodType>(
  schema: Schema,
): (file: ContentFile) => ParsedFile<z.output<Schema>> {
  return memoize((file) =>
    parseContentFile(file, (path, text) => parseYaml({ file: path, text }, schema)),
  );
}

/** The text of a file, or what keeps it from being text that can be published. */
export function readText({
  path,
  bytes,
}: ContentFile):
  | { readonly text: string; readonly problems?: undefined }
  | { readonly problems: readonly ContentProblem[] } {
  const decoded = decodeText(path, bytes);
  if ('problem' in decoded) return { problems: [decoded.problem] };
  const found = findUnprintable(decoded.text);
  if (!found) return decoded;
  const message = `holds a control character (${found.codePoint}), which feeds cannot carry; delete it`;
  return { problems: [problemAt(path, found, message)] };
}
