import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider, useNavigation, useSearchParams } from 'react-router';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { show } from '../testing/show.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { useEarlyChoice } from '../ui/fields/use-early-choice.ts';
import { useSearchChange } from './use-search-change.ts';

function TwoChoices() {
  const change = useSearchChange();
  const [parameters] = useSearchParams();
  const choose = (name: string) =>
    change((current) => {
      const changed = new URLSearchParams(current);
      changed.set(name, 'chosen');
      return changed;
    });
  const chooseBoth = () => {
    choose('district');
    choose('subject');
  };
  return (
    <button onClick={chooseBoth} type="button">
      {`${parameters}` || 'nothing'}
    </button>
  );
}

it('two changes of the URL before the router shows the first are both applied', async () => {
  await show(<TwoChoices />);
  await page.getByRole('button', { name: 'nothing' }).click();
  await expect.element(page.getByRole('button')).toHaveTextContent('district=chosen&subject=chosen');
});

function NavigationState() {
  return <output>{useNavigation().state}</output>;
}

it('a change while the router loads another page does not replace that navigation', async () => {
  const loading = Promise.withResolvers<null>();
  const list = (
    <>
      <TwoChoices />
      <NavigationState />
    </>
  );
  const router = createMemoryRouter([
    { path: '/', element: list },
    { path: '/person', loader: () => loading.promise, element: <h1>Person</h1> },
  ]);
  await render(<RouterProvider router={router} />);
  const left = router.navigate('/person');
  await expect.element(page.getByRole('status')).toHaveTextContent('loading');
  await page.getByRole('button', { name: 'nothing' }).click();
  loading.resolve(null);
  await left;
  await expect.element(page.getByRole('heading', { name: 'Person' })).toBeVisible();
});

function EarlyChoice({ onChange, value }: { onChange: (value: string) => void; value: string }) {
  const options = ['', 'Gaya', 'Patna'].map((name) => ({ value: name, label: name || 'Any' }));
  return (
    <SelectField
      label="District"
      onChange={onChange}
      options={options}
      ref={useEarlyChoice(onChange)}
      value={value}
    />
  );
}

it('a choice made before hydration is reported once, and an unchanged select reports nothing', async () => {
  const onChange = vi.fn();
  const choices = (
    <form>
      <EarlyChoice onChange={onChange} value="" />
      <EarlyChoice onChange={onChange} value="Patna" />
    </form>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(choices);
  document.body.append(container);
  const [district] = container.querySelectorAll('select');
  if (district) district.value = 'Gaya';
  const root = hydrateRoot(container, choices);
  await expect.poll(() => onChange.mock.calls).toEqual([['Gaya']]);
  root.unmount();
  container.remove();
});

it('a choice made before hydration is reported when it starts hydration', async () => {
  const onChange = vi.fn();
  const choices = <EarlyChoice onChange={onChange} value="" />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(choices);
  document.body.append(container);
  const root = hydrateRoot(container, choices);
  const district = container.querySelector('select');
  if (district) district.value = 'Gaya';
  district?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => onChange.mock.calls).toEqual([['Gaya'], ['Gaya']]);
  root.unmount();
  container.remove();
});

it('a value rendered by the browser is not reported as a choice', async () => {
  const onChange = vi.fn();
  await show(<EarlyChoice onChange={onChange} value="Patna" />);
  await expect.element(page.getByLabelText('District')).toHaveValue('Patna');
  expect(onChange).not.toHaveBeenCalled();
});
