/** The places beside the first that one form can ask for; five requests may be active. */
export const placeNumbers = [0, 1, 2, 3] as const;

export type PlaceNumber = (typeof placeNumbers)[number];

type PlacePart = 'desiredDistrict' | 'desiredBlock';

/** A field is called what the API calls it, so that its sentences about a place stand at that place. */
export type PlaceField<Part extends PlacePart = PlacePart> = `alsoAcceptable.${PlaceNumber}.${Part}`;

export function placeField<Part extends PlacePart>(number: PlaceNumber, part: Part): PlaceField<Part> {
  return `alsoAcceptable.${number}.${part}`;
}

/** What a form holds of these places: how many were added, and each of them. */
export type PlaceValues = Readonly<Record<PlaceField | 'places', string>>;

export const noPlaces: PlaceValues = {
  places: '0',
  ...fields(placeNumbers.map(() => ({ desiredDistrict: '', desiredBlock: '' }))),
};

/** The places that were added, as the API takes them. */
export function placesOf(values: PlaceValues): Place[] {
  return placeNumbers.slice(0, Number(values.places)).map((number) => ({
    desiredDistrict: values[placeField(number, 'desiredDistrict')],
    desiredBlock: values[placeField(number, 'desiredBlock')],
  }));
}

/** Returns the changes that remove a place. Later places move up. */
export function removePlace(values: PlaceValues, removed: PlaceNumber): PlaceValues {
  const kept = placesOf(values).filter((_place, number) => number !== removed);
  return { ...noPlaces, ...fields(kept), places: String(kept.length) };
}

type Place = Readonly<Record<PlacePart, string>>;

function fields(places: readonly Place[]): Record<PlaceField, string> {
  return Object.fromEntries(
    places.flatMap(({ desiredDistrict, desiredBlock }, index) => [
      [`alsoAcceptable.${index}.desiredDistrict`, desiredDistrict],
      [`alsoAcceptable.${index}.desiredBlock`, desiredBlock],
    ]),
    // An object made of entries is typed by any string; four places have these fields.
  ) as Record<PlaceField, string>;
}
