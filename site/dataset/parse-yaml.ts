import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { type ContentProblem, type Position, problemAt } from './content-problem.ts';
import { describeIssue } from './describe-issue.ts';
import { findUnseenKeys } from './find-unseen-keys.ts';
import { offsetOf } from './locate.ts';

/** A value of the schema's type, or the problems that keep the text from being one. */
export type Parsed<Value> =
  | { readonly value: Value; readonly locate: Locate; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly ContentProblem[] };

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
 * the key or the syntax that caused it.
 */
export function parseYaml<Schema extends z.ZodType>(
  { file, text, firstLine = 1 }: YamlSource,
  schema: Schema,
): Parsed<z.output<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Its warnings stand below with the errors; it need not print them as well.
    logLevel: 'error',
  });
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line) + firstLine - 1, column: Math.max(1, col) };
  };

  // A warning is an error to us: an unknown tag ("name: !Great lawyer") would be dropped unseen.
  const faults = [...document.errors, ...document.warnings, ...aliasesOf(document, text)];
  if (faults.length > 0) {
    return {
      problems: faults.map(({ pos, message }) =>
        problemAt(file, positionAt(pos[0]), `is not valid YAML: ${message}`),
      ),
    };
  }
  const input: unknown = document.toJS();
  const result = schema.safeParse(input);
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const told = result.error?.issues.flatMap((issue) => describeIssue(issue, input, keys)) ?? [];
  const unseen = findUnseenKeys(input, told);
  if (result.success && unseen.length === 0) {
    return { value: result.data, locate: (path) => positionAt(offsetOf(document, path)) };
  }
  return {
    problems: [...told, ...unseen].map(({ path, message, unknownKey }) =>
      problemAt(file, positionAt(offsetOf(document, path, unknownKey ? 'key' : 'value')), message),
    ),
  };
}

type Fault = { readonly pos: readonly [number, ...unknown[]]; readonly message: string };

/**
 * Aliases are refused: no content file needs them, nested ones grow without bound, and what an
 * editor writes as "*great*" is none.
 */
function aliasesOf(document: Document.Parsed, text: string): Fault[] {
  if (!text.includes('*')) return [];
  const aliases: Fault[] = [];
  visit(document, {
    Alias: (_, { source, range }) => {
      aliases.push({
        pos: [range?.[0] ?? 0],
        message: `*${source} is an alias, which content files do not use; put quotes around text that begins with *`,
      });
    },
  });
  return aliases;
}
