import { type Child, listen, make } from '../dom.ts';

/** A button. The label is for a picture; text names its button itself. */
export function createButton(className: string, label: string, act: () => void, ...content: Child[]) {
  const element = make('button', className, ...content);
  element.ariaLabel = element.title = label;
  listen(element, 'click', act);
  return element;
}
