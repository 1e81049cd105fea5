import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useSearchParams } from 'react-router';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.tsx';
import { SelectField } from '../ui/select-field.tsx';
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

it('two changes of the address before the router shows the first both hold', async () => {
  await show(<TwoChoices />);
  await page.getByRole('button', { name: 'nothing' }).click();
  await expect.element(page.getByRole('button')).toHaveTextContent('district=chosen&subject=chosen');
});

it('what was chosen before hydration is heard of once, and an untouched choice is not', async () => {
  const options = ['', 'Gaya', 'Patna'].map((value) => ({ value, label: value || 'Any' }));
  const onChange = vi.fn();
  const choices = (
    <form>
      <SelectField label="District" onChange={onChange} options={options} value="" />
      <SelectField label="Place" onChange={onChange} options={options} value="Patna" />
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
