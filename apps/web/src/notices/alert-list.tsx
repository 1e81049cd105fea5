import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { ContactOpensAt } from '../ui/contact-opens-at.ts';
import page from '../ui/page.module.css';
import { AlertCard } from './alert-card.tsx';

interface AlertListProps {
  readonly alerts: readonly Alert[];
  /** When the next contact opens, where the reader's budget of today is used up. */
  readonly contactOpensAt: string | undefined;
  readonly onHide: (id: string, isHidden: boolean) => void;
  readonly onRead: (id: string) => void;
}

/** Alerts, the newest first. */
export function AlertList({ alerts, contactOpensAt, onHide, onRead }: AlertListProps) {
  return (
    <ul className={page.stack}>
      {alerts.map((alert, index) => (
        <li key={alert._id}>
          <ContactOpensAt value={contactOpensAt}>
            <AlertCard alert={alert} onHide={onHide} onRead={onRead} position={index + 1} />
          </ContactOpensAt>
        </li>
      ))}
    </ul>
  );
}
