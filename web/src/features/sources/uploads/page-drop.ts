import { useEffect, useEffectEvent, useState } from 'react';

/** Files dropped anywhere on the page, the frame included: the browser would leave the page and open them. */
export function usePageDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files')) act(event);
        },
        { signal: listening.signal },
      );
    on('dragover', (event) => {
      event.preventDefault();
      setOver(true);
    });
    on('dragleave', (event) => {
      // From one part of the page to another is still over it.
      if (event.relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) take(event.dataTransfer.files);
    });
    return () => listening.abort();
  }, []);
  return isOver;
}
