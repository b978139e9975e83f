/** The parts of the page that a question changes; the form keeps the focus and what is typed. */
const PARTS = ['h1', '#results', '#facets'];
const IN_HEAD = ['link[rel=canonical]', 'link[rel=alternate]', 'meta[name=robots]'];

/**
 * Puts the results of another list in the place of those shown, with all that says what they are; with
 * `withForm`, the form as well. Unfolded parts stay unfolded, and the focus stays in place.
 */
export function replaceParts(page: Document, { withForm }: { readonly withForm: boolean }): void {
  const status = document.querySelector('.list-count');
  for (const part of withForm ? [...PARTS, 'form.search-form'] : PARTS) {
    const [old, found] = [document.querySelector(part), page.querySelector(part)];
    if (old && found) replacePart(old, found);
  }
  // The usual order depends on the question. A list that one chooses from stays.
  const [order, ordered] = [document.querySelector('#sort'), page.querySelector('#sort')];
  if (order && ordered && !order.matches(':focus')) order.replaceWith(ordered);
  // A region that announces must stay the same element.
  const counted = document.querySelector('.list-count');
  if (status && counted) {
    const text = counted.textContent;
    counted.replaceWith(status);
    status.textContent = text;
  }
  document.title = page.title;
  for (const one of IN_HEAD) {
    for (const old of document.querySelectorAll(one)) old.remove();
    document.head.append(...page.querySelectorAll(one));
  }
}

/** The unfolded parts, including those that the list does not have at the moment. */
const unfolded = new Set<string>();

function replacePart(old: Element, found: Element): void {
  for (const one of old.querySelectorAll('details')) {
    if (one.open) unfolded.add(nameOf(one));
    else unfolded.delete(nameOf(one));
  }
  for (const one of found.querySelectorAll('details')) one.open = unfolded.has(nameOf(one));
  const focused = old.querySelector(':focus');
  const next = focused && findSame(focused, found);
  old.replaceChildren(...found.childNodes);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

function findSame(element: Element, among: Element): Element | undefined {
  const name = nameOf(element);
  return [...among.querySelectorAll(element.localName)].find((one) => nameOf(one) === name);
}

/** The name of an element without its number of results: for a filter, its facet and its value. */
function nameOf(element: Element): string {
  const facet = element.closest('.facet')?.querySelector('h2');
  const label = element.closest('li')?.querySelector('bdi') ?? facet;
  const own = label ?? element.querySelector('summary') ?? element;
  return [facet?.textContent, element.className, element.id, own.textContent?.trim()].join();
}
