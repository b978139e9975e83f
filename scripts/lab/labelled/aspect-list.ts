import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { parseAspectsFile } from '#dataset/parse-named-file.ts';
import type { AspectList } from '#dataset/resolve-aspects.ts';
import { readBytes } from './read-rows.ts';

/** Reads a file like aspects.yaml, in either form. Throws a ContentError with every problem of it. */
export function readAspects(file: string): AspectList {
  const { located, problems } = parseAspectsFile({ path: file, bytes: readBytes(file) });
  if (problems) throw new ContentError(problems);
  if (located.value.aspects.length > 0) return located.value;
  throw new ContentError([problemAt(file, FILE_START, 'names no aspects')]);
}

/** The aspects of such a file. */
export function readAspectList(file: string): AspectList['aspects'] {
  return readAspects(file).aspects;
}
