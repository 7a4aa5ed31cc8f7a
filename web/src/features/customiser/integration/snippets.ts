/** The code that puts a chatbot onto a page. `origin`: where Parlance is reached. */
export interface Place {
  origin: string;
  publicId: string;
  name: string;
}

export const publicPage = ({ origin, publicId }: Omit<Place, 'name'>) => `${origin}/embed/${publicId}`;

const loader = ({ origin, publicId }: Place) => `${origin}/embed/v1/${publicId}/widget.js`;

const quoted = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The code for whatever takes HTML, in one line. */
export const htmlSnippet = (place: Place) =>
  `<script src="${loader(place)}" data-chatbot="${place.publicId}" async></script>`;

/** The code for a widget in its own place on the page: the box gives the height. */
export const inlineSnippet = (place: Place) =>
  `<div style="height: 640px">
  <script src="${loader(place)}" data-chatbot="${place.publicId}" data-mode="inline" async></script>
</div>`;

export const frameSnippet = (place: Place) =>
  `<iframe src="${publicPage(place)}" title="${quoted(place.name)}" allow="clipboard-write" loading="lazy" style="width: 100%; max-width: 400px; height: 640px; border: 0"></iframe>`;

/**
 * The code for a tag manager, which takes unknown attributes off the scripts that it writes; one made by a script keeps
 * its own.
 */
export const tagManagerSnippet = (place: Place) =>
  `<script>
  (function () {
    var script = document.createElement('script');
    script.src = '${loader(place)}';
    script.async = true;
    script.setAttribute('data-chatbot', '${place.publicId}');
    document.head.appendChild(script);
  })();
</script>`;

/** The code for a component: comes and goes with it, also where React draws everything twice to find mistakes. */
export const reactSnippet = (place: Place) =>
  `import { useEffect } from 'react';

const chatbot = '${place.publicId}';
const src = '${loader(place)}';

export function Chatbot() {
  useEffect(() => {
    let isGone = false;
    const leave = () => window.Parlance?.unmount(chatbot);
    if (window.Parlance) {
      window.Parlance.mount({ chatbot });
    } else {
      const script = document.createElement('script');
      script.src = src;
      script.async = false;
      script.dataset.chatbot = chatbot;
      script.onload = () => isGone && leave();
      document.head.append(script);
    }
    return () => {
      isGone = true;
      leave();
    };
  }, []);
  return null;
}`;
