import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../../testing/show.tsx';
import { AdminList } from './admin-list.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => api?.stop());

interface Row {
  id: string;
  name: string;
  place: string;
}

const rows: Row[] = [
  { id: '1', name: 'Asha Devi', place: 'Gaya' },
  { id: '2', name: 'Usha Devi', place: 'Patna' },
];
const list = (shown: readonly Row[] | undefined) => (
  <AdminList
    columns={[
      { id: 'name', header: 'Name', sort: 'name', value: ({ name }) => name },
      { id: 'place', header: 'Place', value: ({ place }) => place },
      { id: 'school', header: 'School', isExtra: true, value: () => 'Middle School' },
    ]}
    csv={{ path: '/admin/users.csv' }}
    empty="No teacher fits."
    filters={[
      { kind: 'search', name: 'search', label: 'Search teachers', hint: 'Name', delay: 0 },
      { kind: 'choice', name: 'district', label: 'District', options: [{ value: 'Gaya', label: 'Gaya' }] },
    ]}
    keyOf={({ id }) => id}
    label="Teachers"
    limit={10}
    pagination={{ page: 1, limit: 10, total: shown?.length ?? 0, pages: 1, totalIsExact: true }}
    query={{ isPending: shown === undefined, error: null, refetch: async () => undefined }}
    rows={shown}
    sort="-joined"
  />
);

it('a column header sorts in ascending order, and in descending order when pressed again', async () => {
  await show(list(rows));
  const header = page.getByRole('columnheader', { name: 'Name' });
  await expect.element(header).toHaveAttribute('aria-sort', 'none');
  await header.getByRole('link').click();
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  await header.getByRole('link').click();
  await expect.element(header).toHaveAttribute('aria-sort', 'descending');
});

it('only the chosen columns are shown, and the first column cannot be hidden', async () => {
  await show(list(rows));
  await expect.element(page.getByText('Middle School')).not.toBeInTheDocument();
  await page.getByText('Columns and rows').click();
  await page.getByRole('checkbox', { name: 'School' }).click();
  await expect.element(page.getByText('Middle School').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Place' }).click();
  await expect.element(page.getByText('Patna')).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: 'Name' })).not.toBeInTheDocument();
});

it('the download has the filters and the order of the list, and the file name from the server', async () => {
  const asked: string[] = [];
  api = answerCalls((path, _body, parameters) => {
    asked.push(`${path}?${parameters}`);
    const headers = { 'content-disposition': "attachment; filename*=UTF-8''teachers.csv" };
    return { status: 200, body: '', headers };
  });
  const saved: string[] = [];
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  saving.mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await show(list(rows));
  await page.getByLabelText('District').selectOptions('Gaya');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await page.getByRole('searchbox').fill('asha');
  await expect
    .element(page.getByRole('link', { name: 'Clear the filters' }))
    .toHaveAttribute('href', '/?sort=name');
  await page.getByRole('button', { name: 'Download (CSV)' }).click();
  await expect.poll(() => asked).toEqual(['/api/admin/users.csv?search=asha&district=Gaya&sort=name']);
  await expect.poll(() => saved).toEqual(['teachers.csv']);
  saving.mockRestore();
});

it('on a phone rows are cards, and the filters collapse together with the order', async () => {
  await page.viewport(360, 640);
  await show(list(rows));
  const fold = page.getByRole('button', { name: /^Filters/ });
  await expect.element(page.getByLabelText('District')).not.toBeVisible();
  await expect.element(page.getByRole('searchbox')).toBeVisible();
  await fold.click();
  await page.getByLabelText('Order').selectOptions('Name: descending');
  await page.getByLabelText('District').selectOptions('Gaya');
  await expect.element(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await expect.element(page.getByLabelText('Order')).toHaveValue('-name');
  const label = page.getByText('Place', { exact: true }).nth(1);
  await expect.element(label).toBeVisible();
  for (const button of [fold, page.getByRole('button', { name: 'Download (CSV)' })]) {
    expect(button.element().getBoundingClientRect().height).toBeGreaterThan(43.9);
  }
});

it('a list shows a loading state, and a message if no row passes the filters', async () => {
  await show(list(undefined));
  await expect.element(page.getByRole('status')).toHaveAccessibleName('Loading …');
  const empty = await show(list([]));
  await expect.element(empty.getByRole('heading', { name: 'No teacher fits.' })).toBeVisible();
});
