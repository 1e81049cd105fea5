import type { Alert } from '@mutual-transfer/domain/alert';
import card from '../ui/card.module.css';
import { AlertCard } from './alert-card.tsx';

interface AlertListProps {
  readonly alerts: readonly Alert[];
  readonly onHide: (id: string, isHidden: boolean) => void;
  readonly onRead: (id: string) => void;
}

/** Alerts, the newest first. */
export function AlertList({ alerts, onHide, onRead }: AlertListProps) {
  return (
    <ul className={card.stack}>
      {alerts.map((alert) => (
        <li key={alert._id}>
          <AlertCard alert={alert} onHide={onHide} onRead={onRead} />
        </li>
      ))}
    </ul>
  );
}
