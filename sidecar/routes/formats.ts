import { type FileHandle, open } from 'node:fs/promises';
import { systemCodeOf } from '#dataset/system-fault.ts';
import { type Format, formatAt } from '#formats/formats.ts';
import type { FormatFile } from '../formats/format-file.ts';
import type { Formats } from '../formats/formats.ts';
import { HttpError } from '../http/http-error.ts';
import type { Reply } from '../http/reply.ts';
import { type ByteRange, chooseReply } from '../http/reply-with-file.ts';
import { decodePath, type ReadRequest, splitTarget } from '../http/request.ts';

/** Edits are rarer than a file takes to be opened; where they are not, the client asks again. */
const MAX_TRIES = 5;

/**
 * GET of a format of the served release (site/formats), from the disk. Undefined where another path is
 * asked for. Rejects with an HttpError: 412, 416, or 503 where it cannot be made.
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
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const reply = await replyIfThere(formats, format, request);
    if (reply) return reply;
  }
  const detail = 'The reviews are changing faster than this is answered; ask again in a moment.';
  throw new HttpError(503, detail, [], { 'Retry-After': '2' });
}

/** Undefined where the file is gone, as it is after a swap. */
async function replyIfThere(
  formats: Formats,
  format: Format,
  request: ReadRequest,
): Promise<Reply | undefined> {
  const choose = ({ served }: FormatFile) => chooseReply(served, request);
  const first = choose(await formats.get(format));
  const { coding, body } = first.sent ?? {};
  // A coding is made when it is sent for the first time, and not to answer that nothing has changed.
  const isMade = coding === undefined || body !== undefined;
  const { sent, ...reply } = isMade ? first : choose(await formats.getCoded(format, coding));
  if (!sent || request.method === 'HEAD') return { ...reply, body: [] };
  const handle = await openIfThere(sent.body ?? '');
  return handle && { ...reply, body: [], stream: readFrom(handle, sent.range) };
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file stays readable once it is open, and is closed when it was read or the client leaves. */
function readFrom(handle: FileHandle, range: ByteRange | undefined) {
  const { first: start, last: end } = range ?? {};
  return handle.createReadStream({ start, end, highWaterMark: 256 * 1024 });
}
