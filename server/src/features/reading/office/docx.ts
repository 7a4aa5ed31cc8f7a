import type { Block } from '../blocks/block.ts';
import { type PlacedBlock, withHeadings } from '../blocks/headings.ts';
import { ReadingError } from '../files/reading-error.ts';
import { drain, openZip, type ZipDocument } from '../files/zip.ts';
import { openNumbering } from './docx-numbering.ts';
import { type DocumentContext, WordReader } from './docx-reader.ts';
import { readStyles } from './docx-styles.ts';
import { BoldTitles } from './docx-titles.ts';

const documentPart = 'word/document.xml';

/** The texts of footnotes or endnotes, by id. */
async function readNotes(zip: ZipDocument, kind: 'footnote' | 'endnote', around: DocumentContext) {
  const notes = new Map<string, string>();
  const part = `word/${kind}s.xml`;
  if (!zip.has(part)) return notes;
  let reader = new WordReader(around);
  let id: string | undefined;
  await drain(
    zip.xml(part, {
      open(tag) {
        if (tag.name === kind) {
          reader = new WordReader(around);
          // Separators have a type of their own; they are drawn lines.
          id =
            tag.attributes.type === undefined || tag.attributes.type === 'normal'
              ? tag.attributes.id
              : undefined;
        } else reader.open(tag);
      },
      close(name) {
        if (name !== kind) return reader.close(name);
        const text = reader.blocks
          .map((block) => (block.kind === 'row' ? block.cells.join(' | ') : block.text))
          .join('\n');
        if (id !== undefined && text !== '') notes.set(`${kind} ${id}`, text);
      },
      text: (text) => reader.text(text),
    }),
  );
  return notes;
}

/** A Word document: headings, lists, tables, notes after the paragraph that refers to them. */
export const readDocx = (path: string): AsyncGenerator<Block> => withHeadings(placedBlocks(path), true);

async function* placedBlocks(path: string): AsyncGenerator<PlacedBlock> {
  const zip = await openZip(path);
  try {
    if (!zip.has(documentPart)) throw new ReadingError('corrupt_file');
    const around: DocumentContext = {
      styles: await readStyles(zip),
      numbering: await openNumbering(zip),
      notes: new Map(),
    };
    for (const kind of ['footnote', 'endnote'] as const)
      for (const [id, text] of await readNotes(zip, kind, around)) around.notes.set(id, text);
    const reader = new WordReader(around);
    const parts = zip.xml(documentPart, {
      open: (tag) => reader.open(tag),
      close: (name) => reader.close(name),
      text: (text) => reader.text(text),
    });
    const titles = new BoldTitles();
    for await (const _ of parts)
      for (const block of reader.blocks.splice(0)) yield* titles.add(block, reader.bold.has(block));
    yield* titles.end();
  } finally {
    zip.close();
  }
}
