import { drain, type ZipDocument } from '../files/zip.ts';

/** What a paragraph's style says of it. */
export interface Style {
  level?: number;
  list?: { id: string; at: number };
  isBold?: boolean;
}

/** Styles by id. Headings are known by their outline, else by their name, which Word translates. */
export async function readStyles(zip: ZipDocument): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>();
  if (!zip.has('word/styles.xml')) return styles;
  const basedOn = new Map<string, string>();
  let id: string | undefined;
  let style: Style = {};
  await drain(
    zip.xml('word/styles.xml', {
      open({ name, attributes: { val, styleId } }) {
        if (name === 'style') {
          id = styleId;
          style = {};
          if (id !== undefined) styles.set(id, style);
        }
        if (id === undefined) return;
        if (name === 'basedOn' && val) basedOn.set(id, val);
        if (name === 'outlineLvl') {
          const level = Number(val) + 1;
          if (level >= 1 && level <= 6) style.level = level;
        }
        if (name === 'b') style.isBold = val !== '0' && val !== 'false';
        if (name === 'numId' && val) style.list = { id: val, at: style.list?.at ?? 0 };
        if (name === 'ilvl') style.list = { id: style.list?.id ?? '', at: Number(val) || 0 };
        if (name === 'name') {
          const match = /^(?:heading|titre|überschrift|título)\s*([1-6])$/i.exec(val ?? '');
          if (match) style.level = Number(match[1]);
          else if (/^(title|titre)$/i.test(val ?? '')) style.level = 1;
        }
      },
      close(name) {
        if (name === 'style') id = undefined;
      },
    }),
  );
  for (const [own, style] of styles) {
    let parent = basedOn.get(own);
    for (let hops = 0; parent !== undefined && hops < 10; hops++) {
      const { level, list, isBold } = styles.get(parent) ?? {};
      if (isBold !== undefined) style.isBold ??= isBold;
      if (style.level === undefined && level !== undefined) style.level = level;
      if (style.list === undefined && list !== undefined) style.list = list;
      parent = basedOn.get(parent);
    }
  }
  return styles;
}
