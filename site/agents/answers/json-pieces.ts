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

/** Texts behind each other. */
export function joinPieces(...texts: readonly JsonPieces[]): JsonPieces {
  return {
    plain: texts.flatMap(({ plain }) => plain),
    escaped: texts.flatMap(({ escaped }) => escaped),
  };
}

/** The members of a list, with commas between. */
export function joinMembers(members: readonly JsonPieces[]): JsonPieces {
  const separate = (form: keyof JsonPieces) =>
    members.flatMap((member, index) => (index === 0 ? member[form] : [COMMA, ...member[form]]));
  return { plain: separate('plain'), escaped: separate('escaped') };
}

const COMMA = Buffer.from(',');

/** The text of an answer. */
export function textOfJson(json: string | JsonPieces): string {
  return typeof json === 'string' ? json : Buffer.concat(json.plain).toString('utf8');
}
