import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { expect, it } from 'vitest';
import { choicesOf, noticeValues } from './notice-settings.tsx';

it('choices are unchanged after a conversion to form values and back', () => {
  for (const choices of [
    defaultChoices,
    { ...defaultChoices, quietHours: null, isDaily: true },
    { ...defaultChoices, channels: { ...defaultChoices.channels, matches: [], account: ['sms' as const] } },
  ]) {
    expect(choicesOf(noticeValues(choices))).toEqual(choices);
  }
});
