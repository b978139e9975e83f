import type { Located } from './content.ts';
import { type ContentProblem, FILE_START, warningAt } from './content-problem.ts';
import type { StoredReview } from './stored-review.ts';

// The looks behind keep a search from beginning anew inside a run: time stays linear.
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+/;
const TELEPHONE = /(?<!\d)(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/;
const MONEY = /[$€£]\s?\d|(?<![\w,.])\d[\d,.]*\s?(?:dollars|USD|euros)\b/i;

/**
 * Warns of what an editor should look at before it is public: contact data in a review, and facts
 * of a case in a reply by the owner, who owes the client confidentiality (ABA Model Rule 1.6).
 */
export function checkPrivacy({ file, value, locate }: Located<StoredReview>): ContentProblem[] {
  if (value.verification.status !== 'verified') return [];
  const problems: ContentProblem[] = [];
  const contact = EMAIL.exec(value.reviewBody) ?? TELEPHONE.exec(value.reviewBody);
  if (contact) {
    const message = `the text holds what looks like contact data (${contact[0]}); withhold it or ask the author`;
    problems.push(warningAt(file, FILE_START, message));
  }
  const amount = MONEY.exec(value.ownerReply?.text ?? '');
  if (amount) {
    const message = `ownerReply.text: names an amount of money (${amount[0]}); a reply must not tell facts of a case`;
    problems.push(warningAt(file, locate(['ownerReply', 'text']), message));
  }
  return problems;
}
