import { MIMEType } from 'node:util';
import { HttpError } from './http-error.ts';

/** Throws an HttpError 415 where a Content-Type is not the expected one, in UTF-8. */
export function checkContentType(expected: string, given = ''): void {
  // What nearly every client sends needs no parser.
  if (given === expected) return;
  const type = parseType(given);
  const charset = type?.params.get('charset') ?? 'utf-8';
  if (type?.essence === expected && /^utf-?8$/i.test(charset)) return;
  const detail = `The Content-Type must be ${expected}, in UTF-8.`;
  // RFC 9110 §15.5.16 and the Accept-Post field (LDP 1.0 §7.1).
  throw new HttpError(415, detail, [], { 'Accept-Post': expected });
}

function parseType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}
