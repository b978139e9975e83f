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
 * Corrects files with errors where only one correction is possible. All other bytes stay. Returns
 * all files, the edits, and a line about each correction; `root` precedes the paths there.
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
    let text = written;
    for (const [what, fix] of FIXES) {
      const next = fix(text, path.endsWith('.md') ? FRONT_MATTER : /^.*$/s);
      lines.push(...changedLines(text, next).map((line) => `${root}${path}:${line} fix: ${what}`));
      text = next;
    }
    if (text === written) return file;
    const mark = given.subarray(0, given.length - Buffer.byteLength(written));
    const bytes = Buffer.concat([mark, Buffer.from(text)]);
    edits.push({ file: path, before: written.replaceAll('\r\n', '\n'), text: bytes });
    return { path, bytes };
  });
  const outcome = isDry ? 'would be corrected; nothing was written' : 'corrected';
  return { files: fixed, edits, lines: [...lines, `${countOf(edits.length, 'file')} ${outcome}.`] };
}

/** Corrections in their order: each may make the next one possible. `yaml` finds the YAML. */
const FIXES: readonly (readonly [string, (text: string, yaml: RegExp) => string])[] = [
  ['invisible characters deleted', deleteInvisible],
  ['the line around the keys written as ---', fixFences],
  ['tabs or unusual spaces replaced by plain spaces', fixSpaces],
];

function deleteInvisible(text: string): string {
  // Those for a tab and a new page are between words.
  return removeUnsafe([...text.replace(/[\v\f]/g, ' ')].filter(isPrintable).join(''));
}

/** The YAML of a Markdown file. */
const FRONT_MATTER = /(?<=^---[ \t]*\r?\n).*?(?<=\n)(?=---[ \t]*(?:\r?\n|$))/s;
const DASHES = /^\s*[-\u2010-\u2015\u2212]{2,20}\s*$/;

/** Of several lines of dashes below the first, each may end the front matter: all of them stay. */
function fixFences(text: string, yaml: RegExp): string {
  const lines = text.trimStart().split('\n');
  const [first, last = 0, other] = lines.flatMap((line, at) => (DASHES.test(line) ? [at] : []));
  if (first !== 0 || other !== undefined || /^\s/.test(lines[last] ?? '')) return text;
  for (const at of [first, last]) lines[at] = (lines[at] ?? '').replace(/\S+ */, '---');
  const fixed = lines.join('\n');
  const [front] = yaml.exec(fixed) ?? [];
  return !yaml.test(text) && front !== undefined && isYaml(front) ? fixed : text;
}

const SPACE = '[ \\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]';
/** The part of a line in which YAML allows plain spaces only. */
const STRUCTURE = new RegExp(`^${SPACE}*(?:-${SPACE}+)*(?:[\\w-]+:${SPACE}*)?`, 'gm');

function fixSpaces(text: string, yaml: RegExp): string {
  return text.replace(yaml, (part) => {
    // A tab may be as wide as one likes, unless other lines are indented by spaces.
    const tab = /^ /m.test(part) ? '\t' : '  ';
    const fixed = part.replace(STRUCTURE, (start) =>
      start.replace(/^\t+/, (tabs) => tab.repeat(tabs.length)).replace(/[^\S\t]/g, ' '),
    );
    return !isYaml(part) && isYaml(fixed) ? fixed : part;
  });
}

const isYaml = (text: string) => !parseYaml({ file: '', text }, z.unknown()).problems;

/** Returns the numbers of the lines that differ; the first one if their number does. */
function changedLines(before: string, after: string): number[] {
  const [was, is] = [before.split('\n'), after.split('\n')];
  if (was.length !== is.length) return [1];
  return was.flatMap((line, index) => (line === is[index] ? [] : index + 1));
}
