import { act } from 'react';
import { expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { Segmented } from './Segmented.tsx';

test('a press on what already holds is told as a choice, once; so is another', async () => {
  const chosen: string[] = [];
  const options = [
    { value: 'fr', label: 'Français' },
    { value: 'en', label: 'English' },
  ];
  await render(
    <Segmented label="Langue" value="fr" options={options} onChange={(value) => chosen.push(value)} />,
  );
  for (const radio of document.querySelectorAll('input')) await act(async () => radio.click());
  expect(chosen).toEqual(['fr', 'en']);
});
