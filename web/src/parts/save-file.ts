/** Gives a file that the page made to the browser's downloads. */
export function saveFile(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser has its own hold on the data once the download has begun.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
