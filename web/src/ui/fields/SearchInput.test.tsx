import { useState } from 'react';
import { expect, test } from 'vitest';
import { press, render } from '../../test/render.tsx';
import { SearchInput } from './SearchInput.tsx';

function Page() {
  const [search, setSearch] = useState('tarifs');
  return <SearchInput label="Chercher" clearLabel="Effacer" value={search} onChange={setSearch} />;
}

test('what clears the search leaves the keyboard in it', async () => {
  await render(<Page />);
  document.querySelector('button')?.focus();
  await press('Effacer');
  expect(document.querySelector('button')).toBeNull();
  expect(document.activeElement).toBe(document.querySelector('input'));
});
