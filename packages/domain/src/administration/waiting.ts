import { z } from 'zod';

/** Kinds of work that waits for an administrator, the most urgent first. */
export const waitingKinds = [
  'moneyReports',
  'reports',
  'heldTexts',
  'overdueAgreements',
  'partlyJoined',
  'undelivered',
] as const;

export type WaitingKind = (typeof waitingKinds)[number];

const waitingRows = z.strictObject({
  count: z.int(),
  list: z.string().describe('The call that lists exactly these rows, with its filters'),
});

/** `GET /admin/waiting`. Reports about money and undelivered notices are only for administrators of the state. */
export const waiting = z
  .strictObject({
    moneyReports: waitingRows.optional().describe('Open reports that a teacher asked for money'),
    reports: waitingRows.describe(
      'Open reports, including those in `moneyReports` if the caller may see these',
    ),
    heldTexts: waitingRows,
    overdueAgreements: waitingRows.describe('Agreements under way whose next step is overdue'),
    partlyJoined: waitingRows.describe('Agreements of which some members joined and others did not'),
    undelivered: waitingRows.optional().describe('Notices that a channel did not deliver'),
  })
  .meta({ id: 'Waiting' });

export type Waiting = z.infer<typeof waiting>;
