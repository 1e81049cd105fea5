import type { NoticeChannel, NoticeChoices } from '@mutual-transfer/domain/notice-settings';
import type { ColumnType, Generated } from 'kysely';

/** The tables of how notices reach teachers outside the product. */
export interface NoticeTables {
  notice_settings: NoticeSettingsTable;
  deliveries: DeliveriesTable;
  push_devices: PushDevicesTable;
}

interface NoticeSettingsTable {
  user_id: string;
  channels: ColumnType<NoticeChoices['channels'], string, string>;
  quiet_from: number | null;
  quiet_until: number | null;
  is_daily: boolean;
}

/** `sent`: the channel took it; `dropped`: it concerned its reader no more; `dead`: given up after the last attempt. */
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
  created_at: Date;
}
