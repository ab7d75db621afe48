/** A to Z, AA, AB …: how the schools of a joint exam are called that may not be named. */
export function labelLetters(place: number): string {
  const rest = place < 26 ? '' : labelLetters(Math.floor(place / 26) - 1)
  return rest + String.fromCharCode(65 + (place % 26))
}

export const schoolLabel = (place: number): string => `${labelLetters(place)}校`
