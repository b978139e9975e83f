import { z } from 'zod';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { describePlainly, issuesOf } from '#search/issue.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { RpcError } from '../rpc-error.ts';

/** The result of a request, in two parts. */
export type Answer = {
  /** Members that an SDK may add to. */
  readonly members: Readonly<Record<string, unknown>>;
  /** More members, as JSON text in pieces: `"name":value,"name":value`. They are sent as they are. */
  readonly ready?: readonly Uint8Array[];
};

/** Answers one method of the protocol. Throws an RpcError for what cannot be answered. */
export type Method = (params: unknown, source: ReviewSource) => Answer | Promise<Answer>;

/** The parameters of a request by their schema. Throws an RpcError that names what is wrong. */
export function readParams<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown = {},
): z.output<Schema> {
  const result = schema.safeParse(params, { error: describePlainly });
  if (result.success) return result.data;
  const issues = issuesOf(result.error, params).map(({ message }) => message);
  throw new RpcError(RPC_CODES.invalidParams, `Invalid params: ${issues.join('; ')}`);
}

const ListParams = z.looseObject({ cursor: z.unknown().optional() });

/** Lists are short and have one page: there is no cursor that could be sent back. */
export function checkCursor(params: unknown): void {
  if ((readParams(ListParams, params).cursor ?? undefined) === undefined) return;
  const message = 'There is no such cursor: the list has one page. Ask for it without a cursor.';
  throw new RpcError(RPC_CODES.invalidParams, message);
}
