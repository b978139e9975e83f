import { z } from 'zod';
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiParameters,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { ErrorBody } from './error-body.ts';
import { filled } from './examples.ts';
import words from './words.json' with { type: 'json' };

/*
 * Shared by operations: their words, headers, parameters that are plain texts, and answers. Those
 * with an id are components, which operations refer to.
 */

export type OperationId = keyof typeof words.operations;

/** Returns an operation's id, with its words. */
export const wordsOf = (operationId: OperationId) => ({
  operationId,
  ...words.operations[operationId],
});

export type HeaderId = keyof typeof words.headers;
type Header = {
  /** The id, unless set. */
  readonly name?: string;
  readonly description: string;
  readonly example?: string;
  /** True if an answer may lack it. */
  readonly optional?: boolean;
};
const HEADERS: Readonly<Record<HeaderId, Header>> = words.headers;

/** Returns headers of an answer. Cache-Control and Vary, which all have, are described in words. */
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

/** Returns parameters that are texts, and optional unless set otherwise. */
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

/** Returns an answer with an example, in the media types that `contentOf` gives it. */
export const answer = (
  { description, example }: Answer,
  contentOf: (example: unknown) => Content,
  ...headers: readonly HeaderId[]
): ZodOpenApiResponseObject => ({
  description,
  ...(headers.length > 0 && { headers: headersOf(...headers) }),
  content: contentOf(filled(example)),
});

/** Returns an answer that is described once for all operations that use it. */
export const sharedAnswer = (
  id: keyof typeof words.responses,
  contentOf: (example: unknown) => Content,
  ...headers: readonly HeaderId[]
): ZodOpenApiResponseObject => ({ id, ...answer(words.responses[id], contentOf, ...headers) });

/** The body of all errors, in both media types. */
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

/** The failures that any request may get: one answer for all, as they share the body. */
export const ANY_FAILURE = sharedAnswer('Failure', asError, 'RetryAfterPerhaps');
/** For operations without their own failures: linters require one 4xx by its number. */
export const PRECONDITION_FAILED = sharedAnswer('PreconditionFailed', asError);
export const BAD_RANGE = sharedAnswer('BadRange', asError);
export const NO_SUCH_REVIEW = sharedAnswer('NoSuchReview', asError);
/** For a review, and for a cursor. */
export const GONE = sharedAnswer('Gone', asError);
export const RATE_LIMITED = ['RetryAfter', 'RateLimit', 'RateLimitPolicy'] as const;

/** The failures of a question: its parameters are invalid, or there are too many questions. */
export const QUESTION_FAILURES = {
  '400': sharedAnswer('BadSearch', asError),
  '429': sharedAnswer('TooManyRequests', asError, ...RATE_LIMITED),
};

/** Describes a path for conditional GET: its answer, and failures besides the common ones. */
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
