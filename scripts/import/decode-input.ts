import { decodeText } from '#dataset/decode-text.ts';
import { ImportRefusal } from './import-refusal.ts';

/** A file of an export: its name for the report, and its bytes. */
export type InputFile = { readonly name: string; readonly bytes: Uint8Array };

const KNOWN_BINARIES = [
  {
    start: [0x50, 0x4b, 0x03, 0x04],
    advice: 'is a zip archive or an Excel workbook; unpack it, or save the sheet as CSV UTF-8',
  },
  { start: [0xd0, 0xcf, 0x11, 0xe0], advice: 'is an Excel workbook; save the sheet as CSV UTF-8' },
  { start: [0x25, 0x50, 0x44, 0x46], advice: 'is a PDF; export the reviews as CSV or JSON' },
  { start: [0x1f, 0x8b], advice: 'is compressed with gzip; unpack it first' },
] as const;

/** Decodes UTF-8 or UTF-16 text with or without a byte order mark; refuses everything else. */
export function decodeInput({ name, bytes }: InputFile): string {
  const [first, second] = bytes;
  if (first === undefined) {
    throw new ImportRefusal(`${name} is empty; export the reviews again`);
  }
  const binary = KNOWN_BINARIES.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  if (binary) throw new ImportRefusal(`${name} ${binary.advice}`);
  if (first === 0xff && second === 0xfe) return decodeUtf16(name, bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodeUtf16(name, bytes, 'utf-16be');
  // A header of plain letters in UTF-16 without a mark has a zero byte in every pair.
  if (first !== 0 && second === 0) return decodeUtf16(name, bytes, 'utf-16le');
  if (first === 0 && second !== 0) return decodeUtf16(name, bytes, 'utf-16be');
  if (bytes.includes(0)) throw binaryRefusal(name);
  const decoded = decodeText(name, bytes);
  if ('problem' in decoded) {
    const { line } = decoded.problem;
    throw new ImportRefusal(
      `${name} is not valid UTF-8 at line ${line}; save it with the encoding UTF-8 and import again`,
    );
  }
  return refuseUnreadable(name, decoded.text);
}

function decodeUtf16(name: string, bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  try {
    return refuseUnreadable(name, new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof ImportRefusal) throw error;
    throw new ImportRefusal(
      `${name} is neither UTF-8 nor whole UTF-16; save it with the encoding UTF-8 and import again`,
      { cause: error },
    );
  }
}

function refuseUnreadable(name: string, text: string): string {
  if (text.includes('\0')) throw binaryRefusal(name);
  if (text.trim() === '') {
    throw new ImportRefusal(`${name} holds only blank space; export the reviews again`);
  }
  return text;
}

function binaryRefusal(name: string): ImportRefusal {
  return new ImportRefusal(`${name} is a binary file, not text; pass the export as CSV or JSON`);
}
