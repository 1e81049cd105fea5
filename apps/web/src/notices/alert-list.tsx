import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { ContactsLimited } from '../ui/contacts-limited.ts';
import page from '../ui/page.module.css';
import { AlertCard } from './alert-card.tsx';

interface AlertListProps {
  readonly alerts: readonly Alert[];
  /** When the next contact opens and what would open it sooner, if today's budget is spent. */
  readonly contactLimit: ContactLimit | undefined;
  readonly onHide: (id: string, isHidden: boolean) => void;
  readonly onRead: (id: string) => void;
}

/** List of alerts, newest first. */
export function AlertList({ alerts, contactLimit, onHide, onRead }: AlertListProps) {
  return (
    <ul className={page.stack}>
      {alerts.map((alert, index) => (
        <li key={alert._id}>
          <ContactsLimited value={contactLimit}>
            <AlertCard alert={alert} onHide={onHide} onRead={onRead} position={index + 1} />
          </ContactsLimited>
        </li>
      ))}
    </ul>
  );
}
