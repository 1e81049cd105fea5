import { groupNumber } from '@mutual-transfer/domain/agreements/group-number';
import { Link } from 'react-router';
import { agreementSearch } from '../sections/sections.ts';

/** Number of an agreement, linked to its page. */
export function AgreementLink({ id }: { id: string }) {
  return <Link to={{ search: agreementSearch(id) }}>{groupNumber(id)}</Link>;
}
