import { MIMEType } from 'node:util';
import { HttpError } from './http-error.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Throws an HttpError 415 where a Content-Type is not that of a form in UTF-8. */
export function checkFormType(contentType = ''): void {
  const type = parseType(contentType);
  const charset = type?.params.get('charset') ?? 'utf-8';
  if (type?.essence === FORM_TYPE && /^utf-?8$/i.test(charset)) return;
  const detail = `The Content-Type must be ${FORM_TYPE}, in UTF-8.`;
  // RFC 9110 §15.5.16 and the Accept-Post field (LDP 1.0 §7.1).
  throw new HttpError(415, detail, [], { 'Accept-Post': FORM_TYPE });
}

function parseType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}
