/** Point on the earth, in degrees of WGS 84. */
export interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6_371;

/** Returns the great-circle distance between two points in kilometres (haversine formula). */
export function kilometresBetween(first: Point, second: Point): number {
  const [from, to] = [radians(first.latitude), radians(second.latitude)];
  const halfLatitude = Math.sin((to - from) / 2);
  const halfLongitude = Math.sin(radians(second.longitude - first.longitude) / 2);
  const chord = halfLatitude ** 2 + Math.cos(from) * Math.cos(to) * halfLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}

/**
 * Rounds a distance to the precision that places several kilometres wide allow: to 1 km below ten, to 5 km below
 * fifty, then to 10 km.
 */
export function aboutKilometres(kilometres: number): number {
  if (kilometres < 10) return Math.max(1, Math.round(kilometres));
  const step = kilometres < 50 ? 5 : 10;
  return Math.round(kilometres / step) * step;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
