import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiParameters,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { ErrorBody } from '#search/request/issue.ts';
import { filled } from './examples.ts';
import words from './words.json' with { type: 'json' };

/*
 * Shared by operations: their words, headers, parameters that are plain texts, and answers. Those with an
 * id are components, which operations refer to.
 */

export type OperationId = keyof typeof words.operations;

/** An operation by its id, with its words. */
export const wordsOf = (operationId: OperationId) => ({
  operationId,
  ...words.operations[operationId],
});

export type HeaderId = keyof typeof words.headers;
type Header = {
  /** The id, unless it says otherwise. */
  readonly name?: string;
  readonly description: string;
  readonly example?: string;
  /** An answer may lack it. */
  readonly optional?: boolean;
};
const HEADERS: Readonly<Record<HeaderId, Header>> = words.headers;

/** Headers of an answer. Cache-Control and Vary, which all have, are described in words. */
export function headersOf(...ids: readonly HeaderId[]) {
  const headers = ids.map((id) => {
    const { name = id, optional = false, ...header } = HEADERS[id];
    const text = optional ? z.string().optional() : z.string();
    return [
      name,
      text.meta({ header: { id, ...header, example: filled(header.example) } }),
    ] as const;
  });
  return z.object(Object.fromEntries(headers));
}

type Parameter = {
  readonly id?: string;
  readonly description: string;
  readonly example?: string;
  readonly required?: boolean;
};

/** Parameters that are texts, and optional unless they say otherwise. */
export function texts(
  parameters: Readonly<Record<string, Parameter>>,
  schema: z.ZodType = z.string(),
) {
  const described = Object.entries(parameters).map(([name, parameter]) => {
    const param = { ...parameter, example: filled(parameter.example) };
    return [name, schema.optional().meta({ param })] as const;
  });
  return z.object(Object.fromEntries(described));
}

/** The bodies of an answer, by media type. */
type Content = Readonly<Record<string, ZodOpenApiMediaTypeObject>>;

/** 200 with a body. */
export const ok = (
  description: string,
  content: Content,
  ...headers: readonly HeaderId[]
): ZodOpenApiResponseObject => ({ description, headers: headersOf(...headers), content });

/** The words of an answer, with an example that is the same for each release. */
type Answer = { readonly description: string; readonly example?: unknown };

/** An answer with an example, in the media types that `contentOf` gives it. */
export const answer = (
  { description, example }: Answer,
  contentOf: (example: unknown) => Content,
  ...headers: readonly HeaderId[]
): ZodOpenApiResponseObject => ({
  description,
  ...(headers.length > 0 && { headers: headersOf(...headers) }),
  content: contentOf(filled(example)),
});

/** An answer that is described once for all operations that name it. */
export const sharedAnswer = (
  id: keyof typeof words.responses,
  contentOf: (example: unknown) => Content,
  ...headers: readonly HeaderId[]
): ZodOpenApiResponseObject => ({ id, ...answer(words.responses[id], contentOf, ...headers) });

/** The body that all errors have, the same in both media types. */
const asError = (example: unknown): Content => ({
  [JSON_TYPE]: { schema: ErrorBody, example },
  'application/problem+json': { schema: ErrorBody },
});

/** 304 (RFC 9110 §15.4.5): the client's copy is still current. */
const NOT_MODIFIED: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: words.responses.NotModified.description,
  headers: headersOf('ETag'),
};

/** The failures that any request may get: one answer for all, as they have the body in common. */
export const ANY_FAILURE = sharedAnswer('Failure', asError, 'RetryAfterPerhaps');
/** Of what has no failure of its own: linters ask for one 4xx by its number. */
export const PRECONDITION_FAILED = sharedAnswer('PreconditionFailed', asError);
export const BAD_RANGE = sharedAnswer('BadRange', asError);
export const NO_SUCH_REVIEW = sharedAnswer('NoSuchReview', asError);
/** Of a review, and of a cursor. */
export const GONE = sharedAnswer('Gone', asError);
export const RATE_LIMITED = ['RetryAfter', 'RateLimit', 'RateLimitPolicy'] as const;

/** The failures of a question: its parameters are wrong, or too many are asked. */
export const QUESTION_FAILURES = {
  '400': sharedAnswer('BadSearch', asError),
  '429': sharedAnswer('TooManyRequests', asError, ...RATE_LIMITED),
};

/** A path that is only read, and conditionally: its answer, and failures beside those of any request. */
export function get(
  operationId: OperationId,
  answer: ZodOpenApiResponseObject,
  failures: ZodOpenApiResponsesObject,
  requestParams?: ZodOpenApiParameters,
): ZodOpenApiPathItemObject {
  const asked = requestParams && { requestParams };
  const responses = { '200': answer, '304': NOT_MODIFIED, ...failures, default: ANY_FAILURE };
  return { get: { ...wordsOf(operationId), ...asked, responses } };
}
