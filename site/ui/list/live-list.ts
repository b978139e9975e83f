/*
 * On the list, results as one types: the page of the question is fetched and its results take the place of
 * those shown. The form works without this. Where the pages are files, a query cannot be answered: this
 * says so.
 */

const AFTER_LAST_KEY_MS = 180;
const RETRY_SECONDS = 5;

const form = document.querySelector<HTMLFormElement>('form.search-form');
const unreachable = document.querySelector<HTMLElement>('#unreachable');
const busy = document.querySelector<HTMLElement>('#busy');
const note = document.querySelector<HTMLElement>('[data-answers]');

/** The address of a list without fields that are left blank, which mean nothing. */
function addressOf(fields: FormData): string {
  const given = [...fields].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [],
  );
  const parameters = new URLSearchParams(given).toString();
  return parameters === '' ? '/reviews/' : `/reviews/?${parameters}`;
}

/** Whether the address asks for something else than the page answers. */
function isUnanswered(): boolean {
  if (!form || !note || note.dataset.answers !== '') return false;
  if (document.querySelector('#results .problems')) return false;
  const names = new Set(note.dataset.filters?.split(' '));
  return [...new URLSearchParams(location.search)].some(
    ([name, value]) => names.has(name) && value.trim() !== '',
  );
}

/** The parts of the page that a question changes; the form keeps the focus and what is typed. */
const PARTS = ['h1', '#results', '#facets'];

let latest: AbortController | undefined;
let later: ReturnType<typeof setTimeout> | undefined;

async function show(address: string): Promise<void> {
  latest?.abort();
  clearTimeout(later);
  latest = new AbortController();
  const { signal } = latest;
  const results = document.querySelector('#results');
  results?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
    if (response.ok) replaceParts(await response.text(), address);
    else askLater(address, response);
    tell(response.ok ? undefined : busy);
  } catch {
    // Where it was aborted, a newer question is on its way.
    if (!signal.aborted) tell(unreachable);
  } finally {
    if (!signal.aborted) results?.removeAttribute('aria-busy');
  }
}

/** Shows one of the notices, or none; what is listed stays. */
function tell(notice: HTMLElement | null | undefined): void {
  for (const one of [unreachable, busy]) one?.toggleAttribute('hidden', one !== notice);
}

/** Asks again when the service says, unless a newer question is asked before. */
function askLater(address: string, { headers }: Response): void {
  const seconds = Number(headers.get('retry-after')) || RETRY_SECONDS;
  later = setTimeout(() => void show(address), seconds * 1000);
}

function replaceParts(html: string, address: string): void {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const status = document.querySelector('.list-count');
  for (const part of PARTS) {
    const [old, found] = [document.querySelector(part), page.querySelector(part)];
    if (old && found) old.replaceChildren(...found.childNodes);
  }
  // A region that announces must stay the same element.
  const counted = document.querySelector('.list-count');
  if (status && counted) {
    const text = counted.textContent;
    counted.replaceWith(status);
    status.textContent = text;
  }
  document.title = page.title;
  history.replaceState(null, '', address);
  const answered = page.querySelector<HTMLElement>('[data-answers]');
  if (note && answered) note.dataset.answers = answered.dataset.answers ?? '';
  note?.toggleAttribute('hidden', !isUnanswered());
  document.dispatchEvent(new Event('testimony:shown'));
}

if (form && note) {
  const shownForm = form;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(addressOf(new FormData(shownForm))), delay);
  };
  form.addEventListener('input', ({ target }) => {
    // While a date is typed, its year is one of the first millennium.
    if (target instanceof HTMLInputElement && target.type === 'date') return;
    ask(AFTER_LAST_KEY_MS);
  });
  form.addEventListener('change', () => ask(0));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask(0);
  });
}

note?.toggleAttribute('hidden', !isUnanswered());
