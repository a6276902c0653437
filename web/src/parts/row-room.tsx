/** The height of the rows of a long table that are not in the page. */
export function RowRoom({ height }: { readonly height: number }) {
  return height > 0 ? <tr class="row-room" aria-hidden="true" style={{ height: `${height}px` }} /> : null;
}
