import { noticeKindNames } from '@mutual-transfer/domain/notices/notice-kinds';
import { type SqlBool, sql } from 'kysely';

/**
 * SQL condition that this version of the product has the kind of a notice. During an upgrade a process of the newer version creates notices
 * of kinds that a process of the older one can neither show nor send.
 */
export const isKnownKind = sql<SqlBool>`alerts.kind = any(${[...noticeKindNames]}::text[])`;
