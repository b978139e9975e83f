import words from './hub-reasons.json' with { type: 'json' };

/** The reasons why a subscription does not exist, or no longer does. */
export const END_REASONS = [
  'failed',
  'gone',
  'removed',
  'blocked',
  'unsubscribed',
  'expired',
  'refused',
  'crowded',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** At which step a request to a callback failed. */
export const FAULT_KINDS = [
  'status',
  'challenge',
  'address',
  'name',
  'connection',
  'tls',
  'response',
  'crowded',
  'local',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The stored facts of a failed request to a callback: nothing from the callback, and no text. */
type Fault = {
  readonly kind: FaultKind;
  /** Of the answer, where there was one. */
  readonly status?: number | undefined;
  /** The system's name for it, such as CERT_HAS_EXPIRED, or ours for a wrong challenge. */
  readonly code?: string | undefined;
};

/** A reason, as a clause that can follow a colon, and what to do about it, in sentences. */
type Explanation = { readonly message: string; readonly advice: string };

type FaultWords = Explanation & {
  /** Words for some statuses, such as 404 or 5xx, or codes; the first that fits counts. */
  readonly cases?: readonly (Explanation & { readonly of: readonly string[] })[];
};

const ENDS: Readonly<Record<EndReason, Explanation>> = words.ends;
const FAULTS: Readonly<Record<FaultKind, FaultWords>> = words.faults;

/**
 * The one wording of a fault: for the log, the lookup, commands, the page and the documentation.
 */
export function explainFault({ kind, status, code }: Fault): Explanation {
  const usual = FAULTS[kind];
  const names = [code, `${status}`, `${Math.floor((status ?? 0) / 100)}xx`];
  const special = usual.cases?.find(({ of }) => names.some((name) => name && of.includes(name)));
  const { message, advice } = special ?? usual;
  return { message: message.replace('{status}', `${status}`), advice };
}

/** The one wording of an end; its message is the notice's hub.reason (WebSub §5.2). */
export function explainEnd(reason: EndReason): Explanation {
  return ENDS[reason];
}

/** Every end and fault by its name, to read about: special cases before what they are cases of. */
export function listReasons(): readonly (Explanation & { readonly name: string })[] {
  const ends = END_REASONS.map((name) => ({ name, ...ENDS[name] }));
  const faults = FAULT_KINDS.flatMap((kind) => {
    const { cases = [], ...usual } = FAULTS[kind];
    return [...cases, { of: [], ...usual }].map(({ of, message, advice }) => {
      const status = kind === 'challenge' ? '2xx' : of.join(' or ') || 'another status';
      const name = [kind, of.join(', ')].join(' ').trim();
      return { name, message: message.replace('{status}', status), advice };
    });
  });
  return [...ends, ...faults];
}
