/**
 * Copies a text into the clipboard; rejected where the browser refuses. Over plain HTTP only the older way is there.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const pressed = document.activeElement as HTMLElement | null;
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.readOnly = true;
  carrier.className = 'visually-hidden';
  // Beside what was pressed: a dialog leaves nothing outside of itself to be selected.
  (pressed?.parentElement ?? document.body).append(carrier);
  carrier.select();
  const isCopied = document.execCommand('copy');
  carrier.remove();
  pressed?.focus({ preventScroll: true });
  if (!isCopied) throw new Error('The browser refuses to copy');
}
