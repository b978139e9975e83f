import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { isError } from '#dataset/content-problem.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { isPrintable } from '#dataset/read/decode-text.ts';
import { parseContent } from '#dataset/read/parse-content.ts';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import { removeUnsafe } from '#dataset/read/unsafe-text.ts';
import type { FileEdit } from '../content/edits/edit-folder.ts';
import { countOf } from '../printed-text.ts';

/**
 * Corrects what cannot be seen in files with errors. All other bytes stay. Returns all files,
 * the edits, and a line about each correction; `root` precedes the paths there.
 */
export function fixFiles(files: readonly ContentFile[], root: string, isDry: boolean) {
  const { problems } = parseContent(files, []);
  const broken = new Set(problems.filter(isError).map(({ file }) => file));
  const edits: FileEdit[] = [];
  const lines: string[] = [];
  const fixed = files.map((file) => {
    const { path, bytes: given } = file;
    if (!broken.has(path) || !isUtf8(given)) return file;
    const written = new TextDecoder().decode(given);
    const visible = deleteInvisible(written);
    const text = fixSpaces(visible, path.endsWith('.md') ? FRONT_MATTER : /^.*$/s);
    if (text === written) return file;
    const report = (what: string, before: string, after: string) =>
      lines.push(
        ...changedLines(before, after).map((line) => `${root}${path}:${line} fix: ${what}`),
      );
    report('invisible characters deleted', written, visible);
    report('unusual spaces replaced by plain spaces', visible, text);
    const mark = given.subarray(0, given.length - Buffer.byteLength(written));
    const bytes = Buffer.concat([mark, Buffer.from(text)]);
    edits.push({ file: path, before: written.replaceAll('\r\n', '\n'), text: bytes });
    return { path, bytes };
  });
  const outcome = isDry ? 'would be corrected; nothing was written' : 'corrected';
  return { files: fixed, edits, lines: [...lines, `${countOf(edits.length, 'file')} ${outcome}.`] };
}

function deleteInvisible(text: string): string {
  // Those for a tab and a new page are between words.
  return removeUnsafe([...text.replace(/[\v\f]/g, ' ')].filter(isPrintable).join('')).text;
}

/** The YAML of a Markdown file. */
const FRONT_MATTER = /(?<=^---[ \t]*\r?\n).*?(?<=\n)(?=---[ \t]*(?:\r?\n|$))/s;
const SPACE = '[ \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]';
/** The part of a line in which YAML allows plain spaces only. */
const STRUCTURE = new RegExp(`^${SPACE}*(?:-${SPACE}+)*(?:[\\w-]+:${SPACE}*)?`, 'gm');

function fixSpaces(text: string, yaml: RegExp): string {
  return text.replace(yaml, (part) => {
    const fixed = part.replace(STRUCTURE, (start) => start.replace(/[^\S\n]/g, ' '));
    return !isYaml(part) && isYaml(fixed) ? fixed : part;
  });
}

const isYaml = (text: string) => !parseYaml({ file: '', text }, z.unknown()).problems;

/** Returns the numbers of the lines that differ. */
function changedLines(before: string, after: string): number[] {
  const is = after.split('\n');
  return before.split('\n').flatMap((line, index) => (line === is[index] ? [] : index + 1));
}
