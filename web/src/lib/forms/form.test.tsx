import { expect, test } from 'vitest';
import { field, press, render, type } from '../../test/render.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { drafts } from '../storage/drafts.ts';
import { useForm } from './form.ts';

function Choice() {
  const form = useForm({
    initial: { kind: 'page', page: '', site: '' },
    validate: ({ kind, page, site }) => ({
      page: kind === 'page' && page === '' ? 'no page' : undefined,
      site: kind === 'site' && site === '' ? 'no site' : undefined,
    }),
    submit: async () => undefined,
  });
  const { kind } = form.values;
  return (
    <form {...form.formProps}>
      <button type="button" onClick={() => form.set('kind', 'site')}>
        Other
      </button>
      {kind === 'page' ? (
        <TextInput {...form.field('page')} label="Page" />
      ) : (
        <TextInput {...form.field('site')} label="Site" />
      )}
      <button type="submit">Send</button>
    </form>
  );
}

test('a field that comes with another choice is not refused before anybody filled it in', async () => {
  await render(<Choice />);
  await press('Send');
  expect(document.body.textContent).toContain('no page');
  expect(document.activeElement).toBe(field('Page'));
  await press('Other');
  expect(document.body.textContent).not.toContain('no site');
  await press('Send');
  expect(document.body.textContent).toContain('no site');
  await type('Site', 'x');
  expect(document.body.textContent).not.toContain('no site');
});

const unnamed = { name: '' };

function Sent() {
  const form = useForm({
    initial: unnamed,
    draft: 'sent',
    validate: () => ({}),
    async submit() {
      form.forgetDraft();
      return undefined;
    },
  });
  return (
    <form {...form.formProps}>
      <TextInput {...form.field('name')} label="Name" />
      <button type="submit">Send</button>
    </form>
  );
}

test('a draft that was sent is gone, though its form still stands', async () => {
  await render(<Sent />);
  await type('Name', 'Ada');
  expect(drafts.read('sent')).toContain('Ada');
  await press('Send');
  expect(drafts.read('sent')).toBeNull();
});

let refusal: { sentence: string; at?: 'name' } | undefined;
const said: string[] = [];
const told = {
  failed: (sentence: string) => void said.push(sentence),
  succeeded: () => void said.push('sent'),
};

function Told() {
  const form = useForm({
    initial: unnamed,
    told,
    validate: () => ({}),
    async submit({ name }, fail) {
      if (name === '') return { name: 'empty' };
      return refusal && fail(refusal.sentence, refusal.at);
    },
  });
  return (
    <form {...form.formProps}>
      <p>Problem: {form.problem}</p>
      <TextInput {...form.field('name')} label="Name" />
      <button type="submit">Send</button>
    </form>
  );
}

test('what could not be sent is told where it belongs, until it is sent', async () => {
  await render(<Told />);
  await press('Send');
  expect(document.body.textContent).toContain('empty');
  expect(said).toEqual([]);
  await type('Name', 'x');
  refusal = { sentence: 'Offline' };
  await press('Send');
  expect(document.body.textContent).toContain('Problem: Offline');
  refusal = { sentence: 'Taken', at: 'name' };
  await press('Send');
  expect(document.body.textContent).not.toContain('Offline');
  expect(document.body.textContent).toContain('Taken');
  expect(document.activeElement).toBe(field('Name'));
  refusal = undefined;
  await press('Send');
  expect(said).toEqual(['Offline', 'Taken', 'sent']);
});
