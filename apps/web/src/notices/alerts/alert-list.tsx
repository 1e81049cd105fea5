import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Alert, SentAlert } from '@mutual-transfer/domain/notices/alert';
import { ContactsLimited } from '../../ui/contacts-limited.ts';
import page from '../../ui/page.module.css';
import { AlertCard } from './alert-card.tsx';
import { entriesOf } from './threads.ts';

interface AlertListProps {
  readonly alerts: readonly Alert[];
  /** Messages of the user, shown in the conversation with their recipient. */
  readonly sent?: readonly SentAlert[];
  /** Set once today's contact budget is spent: when the next contact opens, and what opens it sooner. */
  readonly contactLimit: ContactLimit | undefined;
  /** Shows the first lines of each alert; a press shows the rest. */
  readonly isFolded?: boolean | undefined;
  readonly onHide: (id: string, isHidden: boolean) => void;
  readonly onRead: (id: string) => void;
}

/** List of alerts, newest first. Messages of one teacher are one entry. */
export function AlertCards({ alerts, sent = [], contactLimit, isFolded, onHide, onRead }: AlertListProps) {
  return (
    <ul className={isFolded ? page.rows : page.stack}>
      {entriesOf(alerts, sent).map(({ alert, thread, ids }, index) => (
        <li key={alert._id}>
          <ContactsLimited value={contactLimit}>
            <AlertCard
              alert={alert}
              isFolded={isFolded}
              onHide={onHide}
              onRead={() => ids.forEach(onRead)}
              position={index + 1}
              thread={thread}
            />
          </ContactsLimited>
        </li>
      ))}
    </ul>
  );
}
