import { useEffect } from 'react';

/**
 * What `react-style-singleton` offers, by an adopted style sheet: a content security policy without
 * `unsafe-inline` refuses the <style> element that the original writes. Stands in for it by an alias.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(styles: string) {
      users++;
      if (sheet) return;
      sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      users--;
      if (users > 0 || !sheet) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
      sheet = undefined;
    },
  };
}

export function styleSingleton() {
  const sheet = stylesheetSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: the original's signature, called once per module
  return function AdoptedStyle({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: the original's rule, fixed unless `dynamic`
    useEffect(() => {
      sheet.add(styles);
      return () => sheet.remove();
    }, [styles && dynamic]);
    return null;
  };
}
