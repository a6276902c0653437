/** What a measured page runs beside its own program: it sees when a drawing ended, and draws without that program. */

/** Adds `timed`, milliseconds from an act to its pixels, and `recorded`, what an act draws. */
export const watchDrawing = `
  const { setTransform, getImageData, fillRect, fillText } = CanvasRenderingContext2D.prototype;
  globalThis.drawn = { heard: () => {}, calls: undefined };
  CanvasRenderingContext2D.prototype.setTransform = function (...given) {
    // Reading a pixel waits for all that was drawn.
    queueMicrotask(() => { getImageData.call(this, 0, 0, 1, 1); drawn.heard(performance.now(), this); });
    return setTransform.apply(this, given);
  };
  globalThis.timed = (act) => new Promise((done) => {
    const begun = performance.now();
    drawn.heard = (ended) => done(ended - begun);
    // Over the same node nothing is drawn.
    setTimeout(() => done(0), 5000);
    act();
  });
  globalThis.recorded = (act) => new Promise((done) => {
    const calls = [];
    CanvasRenderingContext2D.prototype.fillRect = function (...given) {
      calls.push(['fillRect', this.fillStyle, ...given]);
      return fillRect.apply(this, given);
    };
    CanvasRenderingContext2D.prototype.fillText = function (...given) {
      calls.push(['fillText', this.fillStyle, ...given]);
      return fillText.apply(this, given);
    };
    drawn.heard = (_, { canvas: { width, height }, font }) => {
      Object.assign(CanvasRenderingContext2D.prototype, { fillRect, fillText });
      done({ width, height, font, calls });
    };
    act();
  });
`;

/**
 * A function in the page: the folded graph, without the program that draws it, draws on opening what was recorded, or an
 * empty canvas.
 */
export const paintFloor = `(drawing) => {
  const folded = document.querySelector('.flame');
  const bare = folded.cloneNode(true);
  folded.replaceWith(bare);
  const { width, height, font, calls } = drawing ?? { width: 1200, height: 480, font: '12px sans-serif', calls: [] };
  bare.addEventListener('toggle', () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    bare.append(canvas);
    const context = canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    Object.assign(context, { font, textBaseline: 'middle' });
    for (const [call, fill, ...given] of calls) {
      context.fillStyle = fill;
      context[call](...given);
    }
    context.fillRect(0, 0, 1, 1);
  });
}`;
