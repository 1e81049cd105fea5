import type { Agreement, Repairs } from '@mutual-transfer/domain/agreements/agreement';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { MissingTeacher } from '../../shares/missing-teacher.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { RingDrawing } from '../../ui/ring-drawing.tsx';
import { useNameOrPlace } from '../agreement-texts.tsx';
import { repairsQuery } from '../agreements.queries.ts';
import { goneSeats, swapOfRing } from '../open-proposals.ts';
import { Propose } from '../propose.tsx';
import { useSeatPlaces } from './seats.tsx';

/** Group that failed, drawn with the seats that are free now, and the alternatives for a member who is still willing and free. */
export function RepairPart({ agreement, userId }: { agreement: Agreement; userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const placesOf = useSeatPlaces();
  const { data } = useQuery(repairsQuery(userId, agreement._id));
  if (data === undefined || data.isFree === false) return null;
  const size = agreement.members.length;
  const rings = [...data.smaller, ...data.standbys];
  const { askable = [] } = data;
  const isNone = rings.length + askable.length + data.missing.length === 0;
  return (
    <section aria-labelledby="repair" className={card.card}>
      <h2 id="repair">{t('agreements.repair')}</h2>
      {size > 2 && (
        <RingDrawing
          gone={goneSeats(agreement)}
          length={size}
          number={formats.number(size)}
          places={placesOf(agreement)}
        />
      )}
      {isNone && <p className={page.soft}>{t('agreements.repairNone')}</p>}
      {rings.map((ring) => (
        <Choice key={ring.requests.join(' ')} ring={ring} size={size} />
      ))}
      {askable.length > 0 && <p>{t('agreements.ask')}</p>}
      {askable.map((ring) => (
        <Choice key={ring.requests.join(' ')} ring={ring} size={size} />
      ))}
      {data.missing.map((missing) => (
        <MissingTeacher key={`${missing.from.block} ${missing.to.block}`} person={missing} />
      ))}
    </section>
  );
}

/** @param size Size of the group that failed. */
function Choice({ ring, size }: { ring: Repairs['smaller'][number]; size: number }) {
  const { t } = useTranslation();
  const nameOrPlace = useNameOrPlace();
  const formats = useFormats();
  const others = ring.members.slice(1);
  const fresh = others.filter(({ isNew }) => isNew);
  const kindOf = () => {
    if (fresh.length === 0) return 'agreements.smaller';
    return ring.members.length === size ? 'agreements.withOther' : 'agreements.withOthers';
  };
  const whom = (members: typeof others) => formats.list(members.map(({ user }) => nameOrPlace(user)));
  return (
    <div className={page.stack}>
      <p>
        {t(kindOf(), {
          number: formats.number(ring.members.length),
          names: whom(fresh.length === 0 ? others : fresh),
        })}
      </p>
      <div className={page.row}>
        <Propose swap={swapOfRing(ring)} />
      </div>
    </div>
  );
}
