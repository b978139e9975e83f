import { createReadStream, openSync, type ReadStream } from 'node:fs';
import { type Format, formatAt } from '#formats/formats.ts';
import type { FormatFile } from '../formats/format-file.ts';
import type { Formats } from '../formats/formats.ts';
import type { Reply } from '../http/reply.ts';
import { type ByteRange, chooseReply } from '../http/reply-with-file.ts';
import { decodePath, type ReadRequest, splitTarget } from '../http/request.ts';

/**
 * GET of a format of the served release (site/formats), from the disk. Undefined if another path is
 * requested. Rejects with an HttpError: 412, 416, or 503 if it cannot be made.
 */
export function replyWithFormat(
  formats: Formats,
  target: string,
  request: ReadRequest,
): Promise<Reply> | undefined {
  const format = formatAt(decodePath(splitTarget(target).path));
  return format && replyWith(formats, format, request);
}

async function replyWith(formats: Formats, format: Format, request: ReadRequest): Promise<Reply> {
  const choose = ({ served }: FormatFile) => chooseReply(served, request);
  const first = choose(await formats.get(format));
  const coding = first.sent?.coding;
  // A coding is made when it is first sent, and not to answer with a 304.
  const { sent, ...reply } = coding ? choose(await formats.get(format, coding)) : first;
  if (!sent || request.method === 'HEAD') return { ...reply, body: [] };
  return { ...reply, body: [], stream: readFrom(sent.body ?? '', sent.range) };
}

/**
 * Opens a file at once, as it is gone after a swap. It stays readable then, and is closed when it
 * was read or the client leaves.
 */
function readFrom(file: string, range: ByteRange | undefined): ReadStream {
  const { first: start, last: end } = range ?? {};
  return createReadStream(file, {
    fd: openSync(file, 'r'),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
    highWaterMark: 256 * 1024,
  });
}
