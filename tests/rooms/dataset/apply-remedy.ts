import type { Files } from '../../support/content-files.ts';

const PROBLEM = /^(?<path>.+?):(?<line>\d+):(?<column>\d+) (?:error|warning) (?<message>.*)$/;
const LINE = /; write (?<written>(?:- )*[\w-]+: .*|- .*)$/;

/** Returns what to do about a problem; "" if its sentence has no such part. */
export function remedyOf(problem: string): string {
  return /; (.*)$/.exec(problem)?.[1] ?? '';
}

/** Returns files with the line that a problem says to write; undefined if it has none. */
export function applyRemedy(files: Files, problem: string): Files | undefined {
  const { path = '', line, column, message = '' } = PROBLEM.exec(problem)?.groups ?? {};
  const written = LINE.exec(message)?.groups?.written;
  if (written === undefined) return undefined;
  const lines = (files[path] ?? '').split('\n');
  const own = lines[Number(line) - 1] ?? '';
  // A remedy for a value has its key, which others may follow in braces; any other has the line.
  const isValue = / must be /.test(message);
  const mended = isValue
    ? replaceValue(own, Number(column) - 1, written)
    : own.replace(/\S.*$/, () => written);
  return { ...files, [path]: lines.with(Number(line) - 1, mended).join('\n') };
}

function replaceValue(own: string, at: number, written: string): string {
  const begin = own.lastIndexOf(written.replace(/:.*/, ':'), at);
  const behind = own.slice(at);
  const end = own.slice(0, begin).includes('{') ? behind.search(/ ?[,}]/) : behind.length;
  return own.slice(0, begin) + written + behind.slice(end);
}
