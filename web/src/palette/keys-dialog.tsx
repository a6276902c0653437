/** The keys that do something, and the switch that turns those off that work on every page. */
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { readPreference, writePreference } from '../browser/preferences.ts';
import { paletteWords } from './palette-words.ts';

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const p = paletteWords();
  const [isOn, setOn] = useState(readPreference('keys') !== 'off');
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['Ctrl K', '⌘ K'], p.keys.find],
    [['?'], p.keys.list],
    [['↑', '↓'], p.keys.choose],
    [['Enter'], p.keys.open],
    [['Esc'], p.keys.shut],
    [['↑', '↓', '←', '→', 'Home'], p.keys.flame],
    [['Enter', 'Esc'], p.keys.flameZoom],
    [['/'], p.keys.flameFind],
  ];
  return (
    <Dialog title={p.keys.title} onClose={onClose}>
      {(close) => (
        <>
          <TableRegion name={p.keys.title} scrolls>
            <thead>
              <tr>
                <th scope="col">{p.keys.key}</th>
                <th scope="col">{p.keys.what}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([keys, what]) => (
                <tr key={what}>
                  <th scope="row">
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </th>
                  <td>{what}</td>
                </tr>
              ))}
            </tbody>
          </TableRegion>
          <label class="check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ currentTarget }) => {
                setOn(currentTarget.checked);
                writePreference('keys', currentTarget.checked ? 'on' : 'off');
              }}
            />
            <span>{p.keys.on}</span>
          </label>
          <p class="small faint">{p.keys.onText}</p>
          <div class="dialog-actions">
            <button type="button" onClick={close}>
              {p.close}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
