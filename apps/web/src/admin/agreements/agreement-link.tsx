import { Link } from 'react-router';
import { agreementSearch } from '../sections/admin-address.ts';

/** Number of last characters of an agreement's id that its papers print as the agreement number. */
const NUMBER_LENGTH = 8;

/** Number of an agreement, linked to its page. */
export function AgreementLink({ id }: { id: string }) {
  return <Link to={{ search: agreementSearch(id) }}>{id.slice(-NUMBER_LENGTH).toUpperCase()}</Link>;
}
