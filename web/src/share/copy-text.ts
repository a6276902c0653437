/** Puts a text on the clipboard that may have to be read first. */

/**
 * False where the browser refuses, or has no clipboard for the address of the page. The text is handed over before it
 * is read: a browser forgets within seconds that somebody pressed the button. Rejects with what reading rejects with.
 */
export async function copyText(text: Promise<string>): Promise<boolean> {
  const blob = text.then((read) => new Blob([read], { type: 'text/plain' }));
  const written = writeItem(blob);
  await text;
  return written;
}

async function writeItem(blob: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    await blob.catch(() => undefined);
    return false;
  }
}
