/** The graph as it is drawn now, as files: a picture to paste elsewhere, and one that can be searched. */
import { useState } from 'preact/hooks';
import { Notice } from '../parts/notice.tsx';
import { saveFile } from '../parts/save-file.ts';
import { layOutPicture, type PictureSubject } from './flame-picture.ts';
import { flameWords } from './flame-words.ts';
import { writePng } from './write-png.ts';
import { writeSvg } from './write-svg.ts';

interface FlameDownloadsProps {
  /** Of the file: workload and versions. */
  readonly names: readonly string[];
  readonly subject: () => PictureSubject;
}

export function FlameDownloads({ names, subject }: FlameDownloadsProps) {
  const { picture: w } = flameWords();
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const base = [...names, 'flame'].map((name) => name.replaceAll(/[^\p{L}\p{N}._+-]+/gu, '_')).join('-');
  const save = async (ending: 'svg' | 'png'): Promise<void> => {
    setFailure(undefined);
    try {
      const drawn = layOutPicture(subject());
      const blob = ending === 'png' ? await writePng(drawn) : new Blob([writeSvg(drawn)], { type: 'image/svg+xml' });
      saveFile(`${base}.${ending}`, blob);
    } catch (error) {
      setFailure(String(error));
    }
  };
  return (
    <>
      <button type="button" class="small-button" onClick={() => void save('svg')}>
        {w.svg}
      </button>
      <button type="button" class="small-button" onClick={() => void save('png')}>
        {w.png}
      </button>
      {failure !== undefined && (
        <Notice tone="bad" role="alert">
          <p>{w.failed(failure)}</p>
        </Notice>
      )}
    </>
  );
}
