/** The folders of the collector's crates as drawings in ARCHITECTURE.md. */
import { crates } from '../../test/collector-floors.ts';
import { fillBetween } from './architecture-page.ts';
import { draw, list } from './floor-drawing.ts';

const marks = {
  begin: '<!-- Generated from test/collector-floors.ts. Change that and run `npm run generate`. -->',
  end: '<!-- End of the drawing of the collector. -->',
};

/** @throws Error when the page does not have each mark once, in this order. */
export function fill(page: string): string {
  const blocks = crates.flatMap(({ name, floors }) => [`The crate \`${name}\`:`, list(floors), draw(floors)]);
  return fillBetween(page, marks, blocks);
}
