/** Somebody of the staff, by what tells them from others of the same name. */
export interface StaffMember {
  id: number
  /** As registered. */
  name: string
  account: string
  /** Short name of the own school; empty for who belongs to none. */
  school: string
}

/**
 * How lists show people: by name, and where namesakes are listed together, with what tells them apart: the school
 * among people of several schools, the account (the login, which the staff list shows) within one.
 *
 * @param areTogether whether two namesakes can stand in one list
 */
export function shownNames<Person extends StaffMember>(
  people: readonly Person[],
  areTogether: (a: Person, b: Person) => boolean = () => true,
): Map<number, string> {
  const byName = Map.groupBy(people, ({ name }) => name)
  return new Map(
    people.map((person) => {
      const namesakes = (byName.get(person.name) ?? []).filter(
        (other) => other.id !== person.id && areTogether(person, other),
      )
      return [person.id, person.name + differenceOf(person, namesakes)]
    }),
  )
}

function differenceOf(person: StaffMember, namesakes: readonly StaffMember[]): string {
  if (namesakes.length === 0) return ''
  const areOfSchool = namesakes.filter(({ school }) => school === person.school).length
  const isOnlyOfSchool = areOfSchool === 0 && person.school !== ''
  const parts = [
    areOfSchool < namesakes.length ? person.school : '',
    isOnlyOfSchool ? '' : person.account,
  ]
  return `（${parts.filter(Boolean).join(' ')}）`
}

/** A shown name as the name and what tells its bearer from others; the latter is empty where nothing does. */
export function nameParts(shown: string): { name: string; difference: string } {
  const [, name = shown, difference = ''] = /^(.+)（([^（）]+)）$/u.exec(shown) ?? []
  return { name, difference }
}
