import type { NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';
import type { NoticeChannel, NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';
import type { ColumnType, Generated } from 'kysely';

/** Tables of notices and their deliveries outside the product. */
export interface NoticeTables {
  alerts: AlertsTable;
  notice_settings: NoticeSettingsTable;
  deliveries: DeliveriesTable;
  push_devices: PushDevicesTable;
}

interface AlertsTable {
  id: string;
  from_user_id: string | null;
  to_user_id: string;
  kind: ColumnType<NoticeKind, NoticeKind | undefined, never>;
  message: string | null;
  created_at: Date;
  read_at: Date | null;
  hidden_at: Date | null;
  request_id: string | null;
  about_user_id: string | null;
  about_request_id: string | null;
  details: ColumnType<NoticeDetails | null, string | undefined, never>;
  /** Set once the deliveries of the notice were created from its recipient's settings. */
  is_routed: Generated<boolean>;
}

/**
 * Content of a notice of the product, without its kind. Contains the fields that queries read; `noticeKinds` has all fields of each kind.
 */
export interface NoticeDetails {
  readonly agreementId?: string;
  /** Requests of a ring, in its order. */
  readonly requests?: readonly string[];
  readonly expiresAt?: string;
}

interface NoticeSettingsTable {
  user_id: string;
  channels: ColumnType<NoticeChoices['channels'], string, string>;
  quiet_from: number | null;
  quiet_until: number | null;
  is_daily: boolean;
}

/** `sent`: accepted by the channel; `dropped`: no longer relevant to its recipient; `dead`: given up after the last attempt. */
export type DeliveryState = 'waiting' | 'sent' | 'dropped' | 'dead';

interface DeliveriesTable {
  id: string;
  alert_id: string;
  user_id: string;
  channel: NoticeChannel;
  state: Generated<DeliveryState>;
  due_at: Date;
  attempts: Generated<number>;
  error: Generated<string | null>;
  ended_at: Generated<Date | null>;
}

interface PushDevicesTable {
  endpoint: string;
  user_id: string;
  p256dh: string;
  auth: string;
  session_id: string | null;
  created_at: Date;
}
