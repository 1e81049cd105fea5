/** Indexes of the additional places in the form. A teacher may have five active requests. */
export const placeNumbers = [0, 1, 2, 3] as const;

export type PlaceNumber = (typeof placeNumbers)[number];

type PlacePart = 'desiredDistrict' | 'desiredBlock';

/** Name of a field of a place, equal to the API's, so that the API's errors appear at the field. */
export type PlaceField<Part extends PlacePart = PlacePart> = `alsoAcceptable.${PlaceNumber}.${Part}`;

export function placeField<Part extends PlacePart>(number: PlaceNumber, part: Part): PlaceField<Part> {
  return `alsoAcceptable.${number}.${part}`;
}

/** Form values of these places: their number, and the fields of each. */
export type PlaceValues = Readonly<Record<PlaceField | 'places', string>>;

export const noPlaces: PlaceValues = {
  places: '0',
  ...fields(placeNumbers.map(() => ({ desiredDistrict: '', desiredBlock: '' }))),
};

/** Returns the added places as the API accepts them. */
export function placesOf(values: PlaceValues): Place[] {
  return placeNumbers.slice(0, Number(values.places)).map((number) => ({
    desiredDistrict: values[placeField(number, 'desiredDistrict')],
    desiredBlock: values[placeField(number, 'desiredBlock')],
  }));
}

/** Returns the changes that remove a place. Later places move up. */
export function removePlace(values: PlaceValues, removed: PlaceNumber): PlaceValues {
  const remaining = placesOf(values).filter((_place, number) => number !== removed);
  return { ...noPlaces, ...fields(remaining), places: String(remaining.length) };
}

type Place = Readonly<Record<PlacePart, string>>;

function fields(places: readonly Place[]): Record<PlaceField, string> {
  return Object.fromEntries(
    places.flatMap(({ desiredDistrict, desiredBlock }, index) => [
      [`alsoAcceptable.${index}.desiredDistrict`, desiredDistrict],
      [`alsoAcceptable.${index}.desiredBlock`, desiredBlock],
    ]),
    // `Object.fromEntries` types its keys as any string; four places have exactly these fields.
  ) as Record<PlaceField, string>;
}
