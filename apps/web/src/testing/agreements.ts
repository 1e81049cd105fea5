import type {
  AcceptedProposal,
  Agreement,
  AgreementList,
  AgreementMember,
} from '@mutual-transfer/domain/agreements/agreement';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import { idOf, person } from './people.ts';

/** Returns the seat of the viewer, who moves to Bodh Gaya and has not answered. */
export const seat = (overrides: Partial<AgreementMember> = {}): AgreementMember => ({
  user: person(),
  requestId: idOf(10),
  isMe: true,
  isProposer: false,
  movesTo: { district: 'Gaya', block: 'Bodh Gaya' },
  answer: 'open',
  isSilent: false,
  answeredAt: null,
  isPrefilled: false,
  steps: [],
  ...overrides,
});

/** Returns a proposal of two members that awaits the viewer's answer. */
export const agreement = (overrides: Partial<Agreement> = {}): Agreement => ({
  _id: idOf(20),
  number: 'G7K2MPQR',
  state: 'proposed',
  source: 'teacher',
  reason: null,
  endedBy: null,
  createdAt: '2026-06-15T06:30:00.000Z',
  deadline: '2026-06-18T06:30:00.000Z',
  silenceAgrees: false,
  isAnnounced: false,
  agreedAt: null,
  submittedAt: null,
  endedAt: null,
  waitsUntil: null,
  subject: 'Mathematics',
  classRange: '6-8',
  members: [seat(), seat({ isMe: false, requestId: idOf(11), answer: 'yes' })],
  opens: { now: ['name', 'phone'], added: ['schoolName'] },
  can: { answer: ['yes', 'no'], leave: true, steps: [], message: true, papers: false, repair: false },
  portalSteps: ['submitted', 'otp', 'ordered', 'joined'],
  standby: null,
  ...overrides,
});

/** Returns a proposal of three members that the viewer sent, and to which another one has said yes. */
export const acceptedProposal = (overrides: Partial<AcceptedProposal> = {}): AcceptedProposal => ({
  _id: idOf(70),
  requests: [idOf(10), idOf(11), idOf(12)],
  isProposer: true,
  movesTo: { district: 'Gaya', block: 'Bodh Gaya' },
  yes: 2,
  deadline: '2026-06-18T06:30:00.000Z',
  waitsUntil: null,
  ...overrides,
});

/** Returns the only page of the proposals that await the viewer's answer. */
export function agreementList(overrides: Partial<AgreementList> = {}): AgreementList {
  const { agreements = [] } = overrides;
  return { agreements, pagination: paginationOf({ page: 1, limit: 10 }, agreements.length), ...overrides };
}
