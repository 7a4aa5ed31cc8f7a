import { expect, test, vi } from 'vitest';
import { press, render, until } from '../../../test/render.tsx';
import { toasts } from '../../../ui/toasts/toasts.ts';
import { CopyButton } from './Code.tsx';

const standing = () => toasts.get().flatMap(({ title, dismissed }) => (dismissed ? [] : [title]));

test('that copying did not work is told until it works', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
  await render(<CopyButton text="<script>" />);
  await press('Copier');
  await until(() => standing().length === 1);
  expect(standing()[0]).toContain('La copie n’a pas marché.');
  write.mockResolvedValueOnce();
  await press('Copier');
  await until(() => standing().join() === 'Copié.');
});
