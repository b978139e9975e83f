import type { Located } from './content.ts';
import { type ContentProblem, FILE_START, positionIn, warningAt } from './content-problem.ts';
import type { StoredReview } from './stored-review.ts';

// The looks behind keep a search from beginning anew inside a run: time stays linear.
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/;
const TELEPHONE = /(?<!\d)(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/;
const MONEY = /[$€£]\s?\d|(?<![\w,.])\d[\d,.]*\s?(?:dollars|USD|euros)\b/i;

/** What looks like contact data in a text, and where, in UTF-16 units; an email address first. */
export function findContact(
  text: string,
): { readonly kind: string; readonly index: number } | undefined {
  const email = EMAIL.exec(text);
  if (email) return { kind: 'an email address', index: email.index };
  const telephone = TELEPHONE.exec(text);
  return telephone ? { kind: 'a telephone number', index: telephone.index } : undefined;
}

/**
 * Warns of what an editor should look at before it is public: contact data in a review, and facts
 * of a case in a reply by the owner, who owes the client confidentiality (ABA Model Rule 1.6). It
 * says where, and never what: logs are read and kept by others than the editors.
 */
export function checkPrivacy(review: Located<StoredReview>): ContentProblem[] {
  const { file, value } = review;
  if (value.verification.status !== 'verified') return [];
  const problems: ContentProblem[] = [];
  const text = value.reviewBody;
  const contact = findContact(text);
  if (contact) {
    const { line, column } = positionIn(text, contact.index);
    const message = `the text holds what looks like ${contact.kind}, at its line ${line}, column ${column}; withhold it or ask the author`;
    problems.push(warningAt(file, FILE_START, message));
  }
  if (MONEY.test(value.ownerReply?.text ?? '')) {
    const message =
      'ownerReply.text: names an amount of money; a reply must not tell facts of a case';
    problems.push(warningAt(file, review.openPlaces()(['ownerReply', 'text']), message));
  }
  return problems;
}
