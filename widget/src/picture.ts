import type { element } from './dom.ts';

/**
 * Shows the picture once it is there; without it what stood in its place stays. It is drawn: a page's `img-src` has no
 * say in that, and its `connect-src` names us already. What can't be drawn so, an SVG, is left to an `img`.
 */
export function show(place: HTMLElement, source: string, make: typeof element): void {
  const take = (picture: HTMLElement) => {
    place.textContent = '';
    place.appendChild(picture);
  };
  const draw = async () => {
    const answer = await fetch(source);
    // Nowhere does it measure more: 38 px, three dots each.
    const bitmap = await createImageBitmap(await answer.blob(), { resizeWidth: 128, resizeQuality: 'high' });
    const canvas = make('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    take(canvas);
  };
  draw().catch(() => {
    const image = make('img');
    image.alt = '';
    image.onload = () => take(image);
    image.src = source;
  });
}
