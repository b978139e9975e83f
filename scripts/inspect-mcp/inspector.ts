import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const INSTALL_MILLISECONDS = 5 * 60_000;
const CALL_MILLISECONDS = 60_000;

export type Inspector = (url: string, args: readonly string[]) => Promise<Outcome>;

/** Installs the Inspector into a folder, about 200 MB. Throws an Error if that fails. */
export async function installInspector(folder: string): Promise<Inspector> {
  const home = join(folder, 'home');
  mkdirSync(home);
  const cache = { npm_config_cache: join(folder, 'cache') };
  const find = ['--yes', '--package', INSPECTOR, '--call', 'command -v mcp-inspector'];
  const installed = await run('npx', find, { env: cache, milliseconds: INSTALL_MILLISECONDS });
  const path = installed.stdout.trim();
  if (installed.exitCode !== 0 || path === '') {
    throw new Error(`npx could not install ${INSPECTOR}: ${installed.stderr}`);
  }
  // It keeps a folder of its own in the home folder.
  const env = { HOME: home };
  return (url, args) => {
    const target = ['--cli', url, '--transport', 'http', '--quiet', '--format', 'json'];
    return run(process.execPath, [path, ...target, ...args], {
      env,
      milliseconds: CALL_MILLISECONDS,
    });
  };
}

async function run(
  command: string,
  args: readonly string[],
  settings: { readonly env: Readonly<Record<string, string>>; readonly milliseconds: number },
): Promise<Outcome> {
  const child = spawn(command, args, {
    env: { ...process.env, ...settings.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: settings.milliseconds,
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: child.exitCode, stdout, stderr };
}

export type Outcome = {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Its exit code if a tool could not answer. */
const TOOL_FAILED = 5;

const Answer = z.object({ result: z.record(z.string(), z.unknown()) });
const ToolResult = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })], z.unknown()),
  structuredContent: z.record(z.string(), z.unknown()),
});
const Failure = z.object({ error: z.object({ code: z.string() }) });

export function resultOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = outcome;
  assert.equal(exitCode, 0, `expected the exit code 0, got ${exitCode}: ${stderr || stdout}`);
  return parse(Answer, stdout).result;
}

/**
 * Returns the last remark beside a result, such as the number of warnings; empty if there is none.
 */
export function lastRemarkOf({ stderr }: Outcome): string {
  return stderr.trim().split('\n').at(-1) ?? '';
}

/** Returns the structured content of a call, which its first text must repeat. */
export function contentOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  const { content, structuredContent } = check(ToolResult, resultOf(outcome));
  const [first] = content;
  assert.deepEqual(JSON.parse(first.text), structuredContent);
  return structuredContent;
}

/** Throws an AssertionError unless the tool itself refused to answer. */
export function expectToolFailure({ exitCode, stdout, stderr }: Outcome): void {
  assert.equal(exitCode, TOOL_FAILED, `expected the exit code 5, got ${exitCode}: ${stdout}`);
  assert.equal(parse(Failure, stderr).error.code, 'tool_is_error');
}

/** Returns a value of the expected shape. Throws an AssertionError that shows it otherwise. */
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
