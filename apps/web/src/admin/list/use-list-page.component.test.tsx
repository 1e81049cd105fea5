import type { UndeliveredList } from '@mutual-transfer/domain/administration/open-work';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../../testing/show.tsx';
import { useListPage } from './admin-list.tsx';
import { adminListQuery } from './page-query.ts';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

function List() {
  const { rows, pagination } = useListPage({
    filters: [{ kind: 'search', name: 'search', label: 'Search', hint: '' }],
    limit: 25,
    queryOf: (search) =>
      adminListQuery<UndeliveredList>(['admin', 'a', 'undelivered'], '/admin/undelivered', search),
    rowsOf: ({ deliveries }) => deliveries,
  });
  return <p>{rows && `${rows.length} of ${pagination?.total} rows`}</p>;
}

it('the page, the page size and the filters of the URL are sent to the API', async () => {
  const asked: string[] = [];
  api = answerCalls((_path, _body, parameters) => {
    asked.push(`${parameters}`);
    return { status: 200, body: { deliveries: [], pagination: { total: 7 } } };
  });
  await show(<List />, 'en', '/?section=undelivered&page=3&search=asha&other=1');
  await expect.element(page.getByText('0 of 7 rows')).toBeVisible();
  expect(asked).toEqual(['limit=25&search=asha&page=3']);
});
