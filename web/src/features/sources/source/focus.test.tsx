import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { press, render, until } from '../../../test/render.tsx';
import { useFocusHandedOn } from './focus.ts';

function Detail({ onDone }: { onDone: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useFocusHandedOn(place, 's1');
  return (
    <div ref={place}>
      <button type="button" onClick={onDone}>
        Retry
      </button>
    </div>
  );
}

function List() {
  const [isWrong, setWrong] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1}>Sources</h1>
      <p data-row="s1">
        <a href="/s1">guide.pdf</a>
      </p>
      {isWrong && <Detail onDone={() => setWrong(false)} />}
      <button type="button" onClick={() => setWrong(false)}>
        Elsewhere
      </button>
    </main>
  );
}

const focused = () => document.activeElement?.textContent;

test('a button that goes once it was pressed hands the keyboard on to the row of its source', async () => {
  await render(<List />);
  document.querySelector('button')?.focus();
  await press('Retry');
  await until(() => focused() === 'guide.pdf');
});

test('whoever is elsewhere stays there', async () => {
  await render(<List />);
  [...document.querySelectorAll('button')].at(-1)?.focus();
  await press('Elsewhere');
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  expect(focused()).toBe('Elsewhere');
});
