import type {
  Agreement,
  AgreementList,
  Repairs,
  RoomMessage,
} from '@mutual-transfer/domain/agreements/agreement';
import type { QueryClient } from '@tanstack/react-query';
import { askAgain, callQuery, refreshOwn } from '../platform/api/queries.ts';

/** One's own proposals and agreements that do not wait for one's own answer, a page of them. */
export function agreementsQuery(token: string, page: number) {
  return callQuery(
    ['agreements', token, String(page)],
    `/agreements?waiting=false&page=${page}`,
    (list: AgreementList) => list,
  );
}

/** The proposals that wait for one's own answer. */
export function waitingAgreementsQuery(token: string) {
  return callQuery(
    ['agreements', token, 'waiting'],
    '/agreements?waiting=true',
    (list: AgreementList) => list,
  );
}

export function agreementQuery(token: string, id: string) {
  return callQuery(
    ['agreements', token, 'one', id],
    `/agreements/${id}`,
    ({ data }: { data: { agreement: Agreement } }) => data.agreement,
  );
}

export function roomMessagesQuery(token: string, id: string) {
  return callQuery(
    ['agreements', token, 'messages', id],
    `/agreements/${id}/messages`,
    ({ messages }: { messages: RoomMessage[] }) => messages,
  );
}

export function repairsQuery(token: string, id: string) {
  return callQuery(
    ['agreements', token, 'repairs', id],
    `/agreements/${id}/repairs`,
    (repairs: Repairs) => repairs,
  );
}

/** Has everything asked again that a proposal, an answer or a step may have changed. */
export function refreshAgreements(client: QueryClient): void {
  void askAgain(client, 'agreements');
  refreshOwn(client);
}
