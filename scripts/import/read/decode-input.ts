import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../command.ts';
import type { InputFile } from './input.ts';

/** The encodings that a person may name. UTF-8 and UTF-16 are detected. */
export const ENCODINGS = ['windows-1252'] as const;

/** Returns the text of UTF-8, or of UTF-16 with a byte order mark; refuses all others. */
export function decodeInput({ name, bytes }: InputFile, encoding?: string): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const unicode = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder((unicode === 'utf-8' && encoding) || unicode).decode(bytes);
  if (text.includes('\0') || /^\s*(?:%PDF|<|$)/.test(text)) {
    throw new CommandError(
      `${name} is empty, or neither a table nor a text; download the reviews as CSV, Excel (xlsx) or JSON. If Excel opens it, save it there as xlsx, without a password`,
    );
  }
  if (unicode !== 'utf-8' || encoding !== undefined || isUtf8(bytes)) return text;
  throw new CommandError(
    `${name} is not valid UTF-8; save it with the encoding UTF-8 and import again. If it is from an older program of Windows, pass --encoding windows-1252`,
  );
}
