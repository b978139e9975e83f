import { describeEncodingFault } from '#search/request/encoding-fault.ts';
import { describeControl } from '#search/request/issue.ts';
import { badRequest, type HttpError } from '../http/http-error.ts';

/**
 * Why a path, or a parameter that is a part of it, does not decode (request.ts): it is not
 * percent-encoded UTF-8, or holds control characters.
 */
export function pathFault(sent: string, parameter?: string): HttpError {
  const name = parameter ?? 'the path';
  const path = parameter === undefined ? [] : [parameter];
  const fault = describeEncodingFault(sent);
  if (fault !== undefined) return badRequest('malformed_encoding', path, `${name} ${fault}`);
  const control = describeControl(decodeURIComponent(sent));
  return badRequest('control_characters', path, `${name} ${control}`);
}
