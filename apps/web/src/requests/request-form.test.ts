import { expect, it } from 'vitest';
import { noPlaces, placesOf, removePlace } from './request-form.tsx';

const place = (desiredDistrict: string, desiredBlock: string) => ({ desiredDistrict, desiredBlock });

const three = {
  ...noPlaces,
  places: '3',
  'alsoAcceptable.0.desiredDistrict': 'Patna',
  'alsoAcceptable.0.desiredBlock': 'Barh',
  'alsoAcceptable.1.desiredDistrict': 'Saran',
  'alsoAcceptable.1.desiredBlock': 'Any block',
  'alsoAcceptable.2.desiredDistrict': 'Siwan',
  'alsoAcceptable.2.desiredBlock': '',
};

it('placesOf returns the added places, including one that is not filled in yet', () => {
  expect(placesOf(noPlaces)).toEqual([]);
  expect(placesOf(three)).toEqual([place('Patna', 'Barh'), place('Saran', 'Any block'), place('Siwan', '')]);
  expect(placesOf({ ...three, places: '1' })).toEqual([place('Patna', 'Barh')]);
});

it('removePlace moves later places up', () => {
  const two = removePlace(three, 0);
  expect(placesOf(two)).toEqual([place('Saran', 'Any block'), place('Siwan', '')]);
  expect(two['alsoAcceptable.2.desiredDistrict']).toBe('');
  expect(placesOf(removePlace(removePlace(two, 1), 0))).toEqual([]);
});
