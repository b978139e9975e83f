import { z } from 'zod';
import {
  type ContentProblem,
  MAX_PROBLEMS,
  type Position,
  positionIn,
  problemAt,
} from './content-problem.ts';
import { describeIssue, type Fault } from './describe-issue.ts';
import { findUnseenKeys, mayHoldUnseenKey } from './find-unseen-keys.ts';
import { offsetOf } from './locate.ts';
import { findUnsafeTexts, type YamlFault } from './node-faults.ts';
import { readYaml } from './read-yaml.ts';

/** A value of the schema's type, or the problems that keep the text from being one. */
export type Parsed<Value> =
  | { readonly value: Value; readonly locate: Locate; readonly problems?: undefined }
  | {
      readonly value?: undefined;
      readonly locate?: undefined;
      readonly problems: readonly ContentProblem[];
    };

/** Finds where a value stands in its file, for problems that only other files reveal. */
export type Locate = (path: readonly PropertyKey[]) => Position;

/** The text of a YAML file, or of the front matter that begins on `firstLine` of its file. */
export type YamlSource = {
  readonly file: string;
  readonly text: string;
  readonly firstLine?: number;
};

/**
 * Parses YAML 1.2 and checks it against a schema. Every problem carries the place of the value,
 * the key or the syntax that caused it; of many the first are told, and one more.
 */
export function parseYaml<Schema extends z.ZodType>(
  { file, text, firstLine = 1 }: YamlSource,
  schema: Schema,
): Parsed<z.output<Schema>> {
  const positionAt = (offset: number): Position => {
    const { line, column } = positionIn(text, offset);
    return { line: line + firstLine - 1, column };
  };
  const problemsOf = (faults: readonly YamlFault[]) =>
    faults
      .slice(0, MAX_PROBLEMS + 1)
      .map(({ offset, message }) => problemAt(file, positionAt(offset), message));

  const read = readYaml(text);
  if (read.faults) return { problems: problemsOf(read.faults) };
  const { document } = read;
  const input: unknown = document.toJS();
  const result = schema.safeParse(input);
  const told = describeIssues(schema, input, result.error?.issues ?? []);
  const unseen = mayHoldUnseenKey(text) ? findUnseenKeys(input, told) : [];
  const unsafe = findUnsafeTexts(document.contents, text);
  if (result.success && unseen.length === 0 && unsafe.length === 0) {
    return { value: result.data, locate: (path) => positionAt(offsetOf(document, path)) };
  }
  const faults = [...told, ...unseen].slice(0, MAX_PROBLEMS + 1);
  const placed = faults.map(({ path, message, unknownKey }) => ({
    offset: offsetOf(document, path, unknownKey ? 'key' : 'value'),
    message,
  }));
  return { problems: problemsOf([...placed, ...unsafe]) };
}

/** What is wrong with values: as much as is told of a file, and hardly more. */
function describeIssues(
  schema: z.ZodType,
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
): Fault[] {
  const keys = keysOf(schema);
  const told: Fault[] = [];
  for (const issue of issues) {
    if (told.length > MAX_PROBLEMS) break;
    told.push(...describeIssue(issue, input, keys));
  }
  return told;
}

/** The keys that a mapping may have at the top. */
function keysOf(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return keysOf(schema.out);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(keysOf);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
