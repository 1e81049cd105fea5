import { isFarDay } from '@mutual-transfer/domain/administration/office-days';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { AppError } from '../../errors.ts';

/** Refuses the day of an order or a joining more than a year from now. @throws {AppError} `validation_failed`. */
export function refuseFarDay(date: string, now: Date): void {
  if (isFarDay(date, dayInIndia(now))) {
    throw new AppError('validation_failed', { fields: { date: 'office.farDay' } });
  }
}
