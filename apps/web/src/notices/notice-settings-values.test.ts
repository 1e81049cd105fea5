import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { expect, it } from 'vitest';
import { choicesOf, noticeValues } from './notice-settings-values.ts';

it('choices are the same after they stood in the form', () => {
  for (const choices of [
    defaultChoices,
    { ...defaultChoices, quietHours: null, isDaily: true },
    { ...defaultChoices, channels: { ...defaultChoices.channels, matches: [], account: ['sms' as const] } },
  ]) {
    expect(choicesOf(noticeValues(choices))).toEqual(choices);
  }
});
