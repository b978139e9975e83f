/** A JSON text that is sent twice: as it is, and within a JSON string for clients that read only text. */
export type JsonPieces = {
  /** The text, in pieces. */
  readonly plain: readonly Uint8Array[];
  /** The same as it stands between the quotation marks of a JSON string, in pieces. */
  readonly escaped: readonly Uint8Array[];
};

/** Both forms of a JSON text. Where answers share parts, these are made once, as escaping takes longest. */
export function piecesOf(json: string | JsonPieces): JsonPieces {
  if (typeof json !== 'string') return json;
  return { plain: [Buffer.from(json)], escaped: [escapeJson(json)] };
}

/** A text as it stands between the quotation marks of a JSON string. */
export function escapeJson(text: string): Uint8Array {
  return Buffer.from(JSON.stringify(text).slice(1, -1));
}

/** A JSON text that begins with one text, lists members with commas between, and ends with another. */
export function listPieces(
  start: JsonPieces,
  members: readonly JsonPieces[],
  end: JsonPieces,
): JsonPieces {
  return {
    plain: list('plain', start, members, end),
    escaped: list('escaped', start, members, end),
  };
}

const COMMA = Buffer.from(',');

function list(
  form: keyof JsonPieces,
  start: JsonPieces,
  members: readonly JsonPieces[],
  end: JsonPieces,
): Uint8Array[] {
  const pieces = [...start[form]];
  for (const [index, member] of members.entries()) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(...member[form]);
  }
  pieces.push(...end[form]);
  return pieces;
}

/** The text of an answer. */
export function textOfJson(json: string | JsonPieces): string {
  return typeof json === 'string' ? json : Buffer.concat(json.plain).toString('utf8');
}
