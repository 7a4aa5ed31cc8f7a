import fs from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import {
  type DocumentKind,
  type ReadPassage,
  readDocument,
} from '../../server/src/features/reading/service.ts';
import type { Organisation } from './dialogues.ts';

/** Whose documents one process reads. */
const ownerId = 'bench';

export interface Passage extends ReadPassage {
  sourceName: string;
}

/** An organisation's documents as the product reads them. */
export async function passagesOf({ documents }: Pick<Organisation, 'documents'>): Promise<Passage[]> {
  const folder = fs.mkdtempSync(join(os.tmpdir(), 'grounding-'));
  const passages: Passage[] = [];
  try {
    for (const { name, text } of documents) {
      const path = join(folder, name);
      fs.writeFileSync(path, text);
      const kind = name.split('.').at(-1) as DocumentKind;
      for await (const batch of readDocument({ path, kind, ownerId, signal: new AbortController().signal }))
        passages.push(...batch.map((passage) => ({ ...passage, sourceName: name })));
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  return passages;
}
