import { scrutinySchema } from '@mutual-transfer/domain/administration/office-agreement';
import { useState } from 'react';
import { callApi, hasStatus } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import { ActionDialog, useReasonField } from './action-dialog.tsx';

const CONFLICT = 409;

interface PassChosenProps {
  /** Ids of the groups. */
  agreements: readonly string[];
  /** Gets the sentence about the result. */
  onDone: (text: string) => unknown;
}

/** Button that ticks every member of these groups, of the administrator's districts, in the scrutiny before the order. */
export function PassChosen({ agreements, onDone }: PassChosenProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const reason = useReasonField({ hint: t('admin.scrutiny.reasonHint') });
  const count = agreements.length;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('admin.scrutiny.allPassed')}</Button>
      {isOpen && (
        <ActionDialog
          act={(body) => passAll(agreements, body)}
          body={({ reason: seen }) => ({ result: 'passed', reason: seen })}
          failed={t('common.failed')}
          fields={[reason]}
          initial={{ reason: '' }}
          onClose={() => setOpen(false)}
          onDone={(passed) => {
            setOpen(false);
            const values = { passed: formats.number(passed), formatted: formats.number(count) };
            return onDone(t('admin.scrutiny.passedGroups', { count, ...values }));
          }}
          schema={scrutinySchema}
          title={t('admin.scrutiny.allPassed')}
        >
          <p>{t('admin.scrutiny.passedGroupsText', { count, formatted: formats.number(count) })}</p>
        </ActionDialog>
      )}
    </>
  );
}

/** Ticks the members of one group after the other, and returns the number of groups that were in a state for it. */
async function passAll(agreements: readonly string[], body: object): Promise<number> {
  let passed = 0;
  for (const id of agreements) {
    try {
      await callApi(`/admin/agreements/${id}/scrutiny`, { method: 'POST', body });
      passed += 1;
    } catch (error) {
      // Over, not agreed yet, or of a season without scrutiny: the others go on. A repetition of the call has no effect.
      if (!hasStatus(error, CONFLICT)) throw error;
    }
  }
  return passed;
}
