import { z } from 'zod';
import { RPC_CODES } from '#agents/json-rpc.ts';
import { readResource } from '#agents/read-resource.ts';
import { listResources, listResourceTemplates } from '#agents/resources.ts';
import { shorten } from '#dataset/shorten.ts';
import { RpcError } from '../rpc-error.ts';
import { checkCursor, type Method, readParams } from './method.ts';

export const listAllResources: Method = async (params, source) => {
  checkCursor(params);
  return { members: { resources: await listResources(source) } };
};

export const listTemplates: Method = (params, { baseUrl }) => {
  checkCursor(params);
  return { members: { resourceTemplates: listResourceTemplates(baseUrl) } };
};

/** Of every method that is about one resource. */
export const ResourceParams = z.looseObject({ uri: z.string() });

export const read: Method = async (params, source) => {
  const { uri } = readParams(ResourceParams, params);
  const reading = await readResource(uri, source);
  if (reading.ok) return { members: {}, ready: [CONTENTS, ...reading.contents] };
  const { reason, message } = reading;
  // 2026-07-28, server/resources: the error tells which resource it is about.
  throw new RpcError(CODES[reason], message, { uri: shorten(uri, MAX_TOLD_LENGTH) });
};

const CODES = {
  unknown: RPC_CODES.resourceNotFound,
  'too-large': RPC_CODES.invalidParams,
  // Nothing is wrong with what was asked: the same is answered later.
  busy: RPC_CODES.internalError,
};

const CONTENTS = Buffer.from('"contents":');

/** Longer than any URI here; what is sent is not sent back whole. */
const MAX_TOLD_LENGTH = 2048;
