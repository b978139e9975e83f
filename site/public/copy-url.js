// Shows the copy buttons, which do nothing without a script, and lets them copy the URL beside them.
const SHOWN_FOR_MS = 2000;

for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  const status = button.parentElement?.querySelector('[role="status"]');
  if (!source || !status) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    status.textContent = await copy(source);
    setTimeout(() => {
      status.textContent = '';
    }, SHOWN_FOR_MS);
  });
}

/** Copies the text of an element, or selects it where the browser refuses. Returns what to say. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    return 'Copied';
  } catch {
    getSelection()?.selectAllChildren(source);
    return 'Selected; copy it with the keyboard';
  }
}
