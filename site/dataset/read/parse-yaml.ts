import { Composer, CST, type Document, isMap, isNode, isScalar, isSeq, Lexer, Parser } from 'yaml';
import type { z } from 'zod';
import { explainValue, type Fault } from '#dataset/explain/explain-value.ts';
import { explainComment, explainSyntax, type YamlFault } from '#dataset/explain/explain-yaml.ts';
import {
  type ContentProblem,
  MAX_PROBLEMS,
  type Position,
  positionIn,
  problemAt,
} from '../content-problem.ts';
import { findNodeFaults, findUnsafeTexts, writtenIn } from './node-faults.ts';

/** A value of the schema's type, or the problems of the text. */
export type Parsed<Value> =
  | { readonly value: Value; readonly locate: Locate; readonly problems?: undefined }
  | {
      readonly value?: undefined;
      readonly locate?: undefined;
      readonly problems: readonly ContentProblem[];
    };

/** Finds the place of a value in its file, for problems that only other files reveal. */
export type Locate = (path: readonly PropertyKey[]) => Position;

/**
 * Parses the YAML 1.2 of a file, or of its front matter that begins on `firstLine`, and checks it
 * against a schema. Every problem has the place of the value, key or syntax that caused it; if
 * there are many, the first are reported, and one more.
 */
export function parseYaml<Schema extends z.ZodType>(
  { file, text, firstLine = 1 }: { file: string; text: string; firstLine?: number },
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
  const result = schema.safeParse(document.toJS());
  const described = describeIssues(result.error?.issues ?? [], document, schema);
  const unsafe = findUnsafeTexts(document.contents, text);
  if (result.success && unsafe.length === 0) {
    return { value: result.data, locate: (path) => positionAt(offsetOf(document, path)) };
  }
  const placed = described.map((fault): YamlFault => {
    const offset = offsetOf(document, fault.path, fault.unknownKey ? 'key' : 'value');
    const isValue = !fault.unknownKey && !fault.isMissing;
    const comment = isValue ? explainComment(text, offset) : [];
    return comment[0] ?? { offset, message: fault.message };
  });
  return { problems: problemsOf([...placed, ...unsafe]) };
}

/** Describes the issues of a document: as many as are reported. */
function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  document: Document.Parsed,
  schema: z.ZodType,
): Fault[] {
  if (issues.length === 0) return [];
  const input = { value: document.toJS(), written: writtenIn(document.contents) };
  const first = issues.slice(0, MAX_PROBLEMS + 1);
  const faults = first.flatMap((issue) => explainValue(issue, input, schema));
  // A key under another name is one mistake, not a missing key and an unknown one.
  const meant = new Set(faults.map((fault) => fault.meant && JSON.stringify(fault.meant)));
  return faults.filter(({ path, isMissing }) => !isMissing || !meant.has(JSON.stringify(path)));
}

/** Returns the offset of the node at a path, or of its key; of its nearest parent if missing. */
export function offsetOf(
  document: Document.Parsed,
  path: readonly PropertyKey[],
  target: 'key' | 'value' = 'value',
): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, name] of path.entries()) {
    const wanted = depth === path.length - 1 ? target : 'value';
    const child = childOf(node, name);
    if (!child) return offset;
    offset = startOf(child[wanted]) ?? startOf(child.key) ?? offset;
    node = child.value;
  }
  return offset;
}

function childOf(node: unknown, name: PropertyKey): { key?: unknown; value: unknown } | undefined {
  if (isMap(node))
    return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));
  if (isSeq(node)) return { value: node.items[Number(name)] };
  return undefined;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** Content nests four levels deep; composing and checking recurse once per level. */
export const MAX_DEPTH = 32;

/**
 * Reads one document of YAML 1.2, or the problems of the text. The work is linear in the length of
 * any text: it stops where the text nests too deeply, or has more problems than are reported.
 */
function readYaml(text: string) {
  const { document, errors, warnings, fault } = compose(text);
  const isValid = createCheck();
  const explain = ({ code, pos: [offset], message }: (typeof errors)[number]) =>
    explainSyntax(text, { offset, message: `${code} ${message}` }, isValid);
  if (errors[0]) return { faults: [explain(errors[0])] };
  const found = fault ? [fault] : [];
  if (document && warnings.length === 0) {
    found.push(...findNodeFaults(document.contents, text, isValid));
    if (found.length === 0) return { document };
  }
  // Unknown tags, each of which is a separate mistake.
  return { faults: [...warnings.map(explain), ...found] };
}

/** Maximum lines to write for one text: with each, the whole text is composed again. */
const MAX_TRIES = 8;

/** Returns a check that texts are YAML; false for all but the first. */
function createCheck() {
  let tries = 0;
  return (text: string): boolean => {
    if (tries++ >= MAX_TRIES) return false;
    const { errors, warnings, fault } = compose(text);
    return errors.length + warnings.length === 0 && !fault;
  };
}

/** Composes a text until its first error, or until the composer gives up. */
function compose(text: string) {
  // The composer would compare each key with all before it.
  const composer = new Composer({ uniqueKeys: false });
  const { errors, warnings } = composer.streamInfo();
  // Warnings are errors: an unknown tag ("name: !Great lawyer") would be dropped silently.
  endWhen(() => errors.length > 0, errors);
  endWhen(() => errors.length + warnings.length > MAX_PROBLEMS, warnings);
  try {
    const [document] = composer.compose(tokensOf(text), true, text.length);
    return { document, errors, warnings };
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    return { errors, warnings, fault: error.fault };
  }
}

/** Thrown to stop when nothing more would be reported. */
class GivenUp extends Error {
  readonly fault: YamlFault | undefined;

  constructor(fault?: YamlFault) {
    super(fault?.message);
    this.fault = fault;
  }
}

/** Ends the composer, which also lists the errors that it catches inside a collection. */
function endWhen<Item>(haveEnough: () => boolean, list: Item[]): void {
  const push = list.push.bind(list);
  list.push = (...items) => {
    if (haveEnough()) throw new GivenUp();
    return push(...items);
  };
}

function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser();
  let documents = 0;
  const refuseSecond = (token: CST.Token) => {
    if (token.type !== 'document' || ++documents === 1) return token;
    throw new GivenUp({ offset: token.offset, message: SECOND_DOCUMENT });
  };
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield refuseSecond(token);
    const { stack, offset } = parser;
    if (stack.length > MAX_DEPTH && stack.filter(CST.isCollection).length > MAX_DEPTH) {
      throw new GivenUp({ offset, message: TOO_DEEP });
    }
  }
  for (const token of parser.end()) yield refuseSecond(token);
}

const SECOND_DOCUMENT = 'a second document begins here; delete the line --- or ... that begins it';
const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep here; put quotes around texts`;
