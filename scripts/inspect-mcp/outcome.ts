import assert from 'node:assert/strict';
import { z } from 'zod';

/** What the Inspector's command line left behind. */
export type Outcome = {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** How it ends where a tool says that it could not answer. */
const TOOL_FAILED = 5;

const Answer = z.object({ result: z.record(z.string(), z.unknown()) });
const ToolResult = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1),
  structuredContent: z.record(z.string(), z.unknown()),
});
const Failure = z.object({ error: z.object({ code: z.string() }) });

/** The result of a method. Throws an AssertionError where there is none. */
export function resultOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = outcome;
  assert.equal(exitCode, 0, `expected the exit code 0, got ${exitCode}: ${stderr || stdout}`);
  return parse(Answer, stdout).result;
}

/** What stands last beside a result, such as how many warnings there are; empty where nothing is. */
export function lastRemarkOf({ stderr }: Outcome): string {
  return stderr.trim().split('\n').at(-1) ?? '';
}

/** The structured content of a call, which its text has to repeat. */
export function contentOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  const { content, structuredContent } = check(ToolResult, resultOf(outcome));
  const [first] = content;
  assert.deepEqual(JSON.parse(first?.text ?? ''), structuredContent);
  return structuredContent;
}

/** Throws an AssertionError where it was not the tool that refused to answer. */
export function expectToolFailure({ exitCode, stdout, stderr }: Outcome): void {
  assert.equal(exitCode, TOOL_FAILED, `expected the exit code 5, got ${exitCode}: ${stdout}`);
  assert.equal(parse(Failure, stderr).error.code, 'tool_is_error');
}

/** A value of the shape that is expected. Throws an AssertionError that shows it otherwise. */
export function check<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const shown = JSON.stringify(value).slice(0, 500);
  assert.fail(`expected another shape than ${shown}: ${z.prettifyError(read.error)}`);
}

function parse<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> {
  try {
    return check(shape, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) assert.fail(`expected JSON, got ${text.slice(0, 500)}`);
    throw error;
  }
}
