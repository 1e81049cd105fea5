import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { buildReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { NearbyPlaces } from './place-filters.tsx';

let api: ReturnType<typeof answerCalls>;
beforeEach(() => {
  api = answerCalls(() => ({ status: 200, body: buildReferenceData() }));
});
afterEach(() => api.stop());

it('a list of a block without results links to its district and the neighbouring districts, with the other filters', async () => {
  await show(<NearbyPlaces />, DEFAULT_LANGUAGE, '/?district=Gaya&block=Amas&subject=Music');
  const whole = page.getByRole('link', { name: 'All of Gaya' });
  await expect.element(whole).toHaveAttribute('href', '/?district=Gaya&subject=Music');
  const neighbour = page.getByRole('link', { name: 'Nawada' });
  await expect.element(neighbour).toHaveAttribute('href', '/?district=Nawada&subject=Music');
});

it('a list of a posting district without results links to the neighbours as posting districts', async () => {
  await show(<NearbyPlaces />, DEFAULT_LANGUAGE, '/?fromDistrict=Gaya');
  await expect
    .element(page.getByRole('link', { name: 'Nawada' }))
    .toHaveAttribute('href', '/?fromDistrict=Nawada');
  await expect.element(page.getByRole('link', { name: 'All of Gaya' })).not.toBeInTheDocument();
});
