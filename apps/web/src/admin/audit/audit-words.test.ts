import { auditActions } from '@mutual-transfer/domain/administration/audit-actions';
import { expect, it } from 'vitest';
import { auditText } from './audit-words.ts';

interface AdminTexts {
  readonly texts: { readonly admin: { readonly auditActions: Readonly<Record<string, string>> } };
}

const files = import.meta.glob<AdminTexts>('../../platform/i18n/texts/*-administrator.ts', { eager: true });

it.each(Object.entries(files))(
  '%s has words of its own for each action the server writes',
  (_file, { texts }) => {
    const { auditActions: words } = texts.admin;
    const named = auditActions.map((action) => auditText(action).replace('admin.auditActions.', ''));
    expect(Object.keys(words).toSorted()).toEqual(named.toSorted());
    expect(new Set(Object.values(words)).size).toBe(auditActions.length);
  },
);
