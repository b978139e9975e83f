/*
 * Answers questions to the list of a site without a service: their pages are made here (render-list.ts), for the
 * form, for links, for Back and Forward, and for an address with a question. Lists of a service need no script.
 */

/** After this, a search is said to go on. */
const SLOW_MS = 300;

/** The address of what is shown. */
let shown = '/reviews/';
let latest = 0;

async function show(address: string): Promise<void> {
  const asked = ++latest;
  const slow = setTimeout(() => reveal('searching'), SLOW_MS);
  try {
    const { renderList } = await import('./render-list.ts');
    const page = new DOMParser().parseFromString(await renderList(address), 'text/html');
    const [old, found] = [document.querySelector('main'), page.querySelector('main')];
    // A newer question may have been asked meanwhile.
    if (asked !== latest || !old || !found) return;
    old.replaceChildren(...found.childNodes);
    document.title = page.title;
    shown = address;
    document.dispatchEvent(new Event('testimony:shown'));
    old.focus();
  } catch {
    if (asked === latest) reveal('unloaded');
  } finally {
    clearTimeout(slow);
  }
}

/** Shows one of the notices; what is listed stays. */
function reveal(notice: 'searching' | 'unloaded'): void {
  for (const one of ['searching', 'unloaded']) {
    document.getElementById(one)?.toggleAttribute('hidden', one !== notice);
  }
}

/** Shows a list, and adds it to what Back leads to. */
function follow(event: Event, address: string): void {
  event.preventDefault();
  history.pushState(null, '', address);
  void show(address);
}

document.addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  const asked = [...new FormData(event.target)].map(([name, value]) => [name, String(value)]);
  follow(event, `/reviews/?${new URLSearchParams(asked)}`.replace(/\?$/, ''));
});

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a');
  const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || isNewTab || link.hash !== '' || link.origin !== location.origin) return;
  if (link.pathname === location.pathname) follow(event, link.pathname + link.search);
});

addEventListener('popstate', () => {
  const address = location.pathname + location.search;
  // The link to a part of the page comes by here as well.
  if (address !== shown) void show(address);
});

if (location.search !== '') void show(location.pathname + location.search);
