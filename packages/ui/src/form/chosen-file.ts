/**
 * The file that was chosen in a field, which forgets it: a browser tells of a choice only where it is another one, and
 * a table that was mended is chosen under the same name again.
 */
export function chosenFile(field: HTMLInputElement): File | null {
  const file = field.files?.[0] ?? null
  field.value = ''
  return file
}
