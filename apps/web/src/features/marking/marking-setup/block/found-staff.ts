import { holdsText } from '@hengjuan/domain'

/** Listed at a time: nobody reads further, and the thousands that mark for a region take a page seconds to draw. */
export const MOST_LISTED = 50

/** Somebody who can be looked for. */
interface Named {
  name: string
  account?: string
  /** Empty where all are of one. */
  school: string
}

/**
 * The first people in whose name, account or school every word of a query is found.
 *
 * @returns what is listed, and how many more there are
 */
export function foundStaff<Person>(
  query: string,
  people: readonly Person[],
  namedAs: (person: Person) => Named,
): { listed: Person[]; more: number } {
  const words = query.split(/\s+/).filter(Boolean)
  const found = people.filter((person) => {
    const { name, account = '', school } = namedAs(person)
    const text = `${name} ${account} ${school}`
    return words.every((word) => holdsText(text, word))
  })
  const listed = found.slice(0, MOST_LISTED)
  return { listed, more: found.length - listed.length }
}

/** What stands below a list that ends before its people do. */
export const moreText = (more: number): string => `还有 ${more} 位，请输入姓名或学校查找`
