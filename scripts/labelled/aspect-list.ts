import { ContentError, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { parseAspectsFile } from '#dataset/parse-named-file.ts';
import type { Aspect } from '#dataset/stored-entities.ts';
import { readBytes } from './read-rows.ts';

/** Reads a file like aspects.yaml. Throws a ContentError with every problem of it. */
export function readAspectList(file: string): readonly Aspect[] {
  const { located, problems } = parseAspectsFile({ path: file, bytes: readBytes(file) });
  if (problems) throw new ContentError(problems);
  if (located.value.length > 0) return located.value;
  throw new ContentError([problemAt(file, FILE_START, 'names no aspects')]);
}
