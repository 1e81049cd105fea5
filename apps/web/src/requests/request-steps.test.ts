import { ownerAbilitiesOf, type RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import { describe, expect, it } from 'vitest';
import { statusSteps } from './request-steps.tsx';

const textsOf = (status: RequestStatus) =>
  statusSteps({ status, can: ownerAbilitiesOf(status) }).map(({ text }) => text.replace('dashboard.', ''));

describe('steps of an owner', () => {
  it.each<[RequestStatus, string[]]>([
    ['active', ['agreed', 'noLongerLooking', 'renew']],
    ['pending', ['fellThrough', 'moved', 'noLongerLooking']],
    ['withdrawn', ['lookingAgain']],
    ['expired', ['noLongerLooking', 'renew']],
    ['completed', []],
  ])('of a request in the status %s are %j', (status, expected) => {
    expect(textsOf(status)).toEqual(expected);
  });

  it('are empty for a request of another teacher', () => {
    expect(statusSteps({ status: 'active' })).toEqual([]);
  });
});
