import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { TabPanel, Tabs } from './Tabs.tsx';

const tabs = ['files', 'urls', 'answers'].map((value) => ({ value, label: value }));

function Sample() {
  const [value, setValue] = useState('files');
  return (
    <Tabs label="Sources" value={value} onChange={setValue} tabs={tabs}>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} value={tab.value}>
          {tab.label} here
        </TabPanel>
      ))}
    </Tabs>
  );
}

const tabOf = (name: string) => document.querySelector<HTMLElement>(`[role="tab"][id$="-${name}"]`);
const press = (key: string) =>
  act(async () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  );
const panel = () => document.querySelector('[role="tabpanel"]');

test('one tab is open, one is in the order of the keyboard, and its panel is named by it', async () => {
  await render(<Sample />);
  expect(tabs.map(({ value }) => tabOf(value)?.tabIndex)).toEqual([0, -1, -1]);
  expect(panel()?.textContent).toBe('files here');
  expect(panel()?.getAttribute('aria-labelledby')).toBe(tabOf('files')?.id);
  expect(tabOf('files')?.getAttribute('aria-controls')).toBe(panel()?.id);
});

test('arrows go round, Home and End to the ends, and open what they come to', async () => {
  await render(<Sample />);
  tabOf('files')?.focus();
  for (const [key, name] of [
    ['ArrowLeft', 'answers'],
    ['ArrowRight', 'files'],
    ['ArrowRight', 'urls'],
    ['End', 'answers'],
    ['Home', 'files'],
  ] as const) {
    await press(key);
    expect(document.activeElement).toBe(tabOf(name));
    expect(tabOf(name)?.getAttribute('aria-selected')).toBe('true');
    expect(panel()?.textContent).toBe(`${name} here`);
  }
});
