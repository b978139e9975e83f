/*
 * Answers what live-list.ts asks where the list is a file. Only such lists have this script, so that those
 * of a service do not change with the code of the search.
 */

document.addEventListener('testimony:asked', (event) => {
  if (!(event instanceof CustomEvent)) return;
  const { detail: asked } = event;
  asked.answer = import('./render-list.ts').then(({ renderList }) => renderList(asked.address));
});

/** Until the list of a question comes, the form of the list of all asks it. */
const form = document.querySelector<HTMLFormElement>('form[data-answers]');
for (const [name, value] of new URLSearchParams(location.search)) {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
  else if (field instanceof HTMLSelectElement) {
    // The usual order has no value.
    if ([...field.options].some((one) => one.value === value)) field.value = value;
  } else if (name !== 'page') {
    form?.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
}
