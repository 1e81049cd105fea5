import { type FilterColumn, filterColumns } from '@mutual-transfer/domain/requests/request-filters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

let test: TestApp;
let requestId: string;

beforeAll(async () => {
  test = await startTestApp();
  const teacher = await registerTeacher(test);
  requestId = (await postRequest(test, teacher)).request._id;
});
afterAll(() => test.close());

/** Another value for each column of a listed request that lists filter by, search, sort by or show. */
const otherValues: Record<FilterColumn, string> & Record<string, string> = {
  desired_district: 'other',
  desired_block: 'other',
  from_district: 'other',
  from_block: 'other',
  subject: 'other',
  class_range: '9-10',
  owner_verified: 'yes',
  urgency: 'high',
  search: 'other',
  stands_back: 'true',
  status: 'withdrawn',
  reason: 'Other reason',
  additional_info: 'Other information',
};

it.each([...new Set([...filterColumns, ...Object.keys(otherValues)])])(
  'the processes learn of a change of the column %s',
  async (column) => {
    const client = await test.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('delete from offer_changes');
      // A literal takes the type of its column.
      const value = client.escapeLiteral(otherValues[column] ?? '');
      const { rowCount } = await client.query(
        `update requests set ${column} = ${value} where id = $1 and ${column} is distinct from ${value}`,
        [requestId],
      );
      const { rows } = await client.query('select offer_id from offer_changes');
      expect({ rowCount, rows }).toEqual({ rowCount: 1, rows: [{ offer_id: requestId }] });
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);
