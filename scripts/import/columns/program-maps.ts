import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { formatProblem } from '#dataset/content-problem.ts';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import { CommandError } from '../../command.ts';
import { decodeInput } from '../read/decode-input.ts';
import { readInputFile } from '../read/input.ts';
import { ColumnMap } from './column-map.ts';

const MAPS = join(import.meta.dirname, '../maps');

export type ProgramMap = { readonly name: string; readonly map: ColumnMap };

/** Returns the names of the maps of the program. */
export function listMaps(): string[] {
  return readdirSync(MAPS)
    .map((file) => basename(file, '.yaml'))
    .sort();
}

/** Reads a map by its path, or by its name in the program. */
export function readColumnMap(path: string): ColumnMap {
  const file = readInputFile(isOfProgram(path) ? findMap(path) : path, path);
  const parsed = parseYaml({ file: file.name, text: decodeInput(file) }, ColumnMap);
  if (!parsed.problems) return parsed.value;
  const problems = parsed.problems.map((problem) => formatProblem(problem)).join('\n');
  throw new CommandError(`The map cannot be used; correct it and import again:\n${problems}`);
}

/** True for the name of a map of the program; all else is a path. */
export function isOfProgram(path: string): boolean {
  return !/[./\\]/.test(path);
}

function findMap(name: string): string {
  const names = listMaps();
  if (names.includes(name)) return join(MAPS, `${name}.yaml`);
  throw new CommandError(
    `There is no map "${name}"; give the path of a file, such as ./${name}.yaml, or one of ${names.join(', ')}`,
  );
}

/** Returns the map of the program that knows the most columns of a header, if it has its marks. */
export function recognizeMap(header: readonly string[]): ProgramMap | undefined {
  const isHere = (column: string) => header.includes(column);
  const found = listMaps().flatMap((name) => {
    const map = readColumnMap(name);
    const marks = (map.recognizedBy ?? []).filter((columns) => columns.every(isHere));
    const most = Math.max(...marks.map((columns) => columns.length));
    return marks.length === 0 ? [] : [{ name, map, most }];
  });
  return found.sort((a, b) => b.most - a.most)[0];
}
