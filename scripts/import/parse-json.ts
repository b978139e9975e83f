import { decodeInput, type InputFile } from './decode-input.ts';
import { ImportRefusal } from './import-refusal.ts';

/** Parses a JSON file of an export; the refusal says where it breaks off or goes wrong. */
export function parseJson(file: InputFile): unknown {
  const text = decodeInput(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ImportRefusal(`${file.name} ${sayWhere(message, text)}`, { cause: error });
  }
}

function sayWhere(message: string, text: string): string {
  const stated = /at position (\d+)/.exec(message)?.[1];
  const offset = stated === undefined ? undefined : Number(stated);
  const isCutOff = message.startsWith('Unexpected end') || (offset ?? 0) >= text.trimEnd().length;
  if (isCutOff) {
    return `breaks off at ${placeOf(text, text.length)}, in the middle of a value; export or download it again`;
  }
  const what = message.replace(/ in JSON at position.*$/s, '').replace(/ is not valid JSON$/, '');
  const where = offset === undefined ? '' : ` at ${placeOf(text, offset)}`;
  return `is not valid JSON${where} (${what}); export it again`;
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`;
}
