import type { z } from 'zod';
import { parseParameters } from '#search/request/parameters.ts';
import { HttpError } from '../http/http-error.ts';

/** What a query string asks, by a schema. Throws an HttpError 400 with the issues. */
export function readQuestion<Schema extends z.ZodObject>(
  queryString: string,
  schema: Schema,
  of: string,
): z.output<Schema> {
  const { value, problems } = parseParameters(queryString, schema, of);
  if (!problems) return value;
  const count = problems.length === 1 ? 'an issue' : `${problems.length} issues`;
  const detail = `The parameters of ${of} have ${count}; correct them and ask again.`;
  throw new HttpError(400, detail, problems);
}
