/** Where markers lie on a line of versions: a deploy at its version, everything else between the versions around it. */
import type { Marker } from '../../../src/control/api/api.ts';
import type { Size } from './draw-sparkline.ts';

export interface PlacedMarker {
  readonly id: string;
  readonly kind: Marker['kind'];
  readonly x: number;
}

/** `versions` as the line has them, oldest first; `latest_at` absent where it is not known. */
export function placeMarkers(
  markers: readonly Marker[],
  versions: readonly { readonly version: string; readonly latest_at: string | undefined }[],
  { width, margin }: Size,
): PlacedMarker[] {
  const step = (width - 2 * margin) / Math.max(1, versions.length - 1);
  const xOf = (place: number): number =>
    Math.round(Math.min(width, Math.max(0, width - margin - (versions.length - 1 - place) * step)) * 10) / 10;
  return markers.map(({ id, kind, version, started_at: at }) => {
    const own = versions.findIndex((one) => version !== undefined && one.version === version);
    const before = versions.filter(({ latest_at: latest }) => latest !== undefined && latest <= at).length;
    return { id, kind, x: xOf(own === -1 ? before - 0.5 : own) };
  });
}
