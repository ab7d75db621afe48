/**
 * The place of a list in a statement whose text is made once and then run with other lists: a statement made of
 * one carries it among its values.
 */
export class Later {
  /** Under which name the list is given. */
  readonly name: string
  /** Does it hold texts? Otherwise numbers or rows. */
  readonly isText: boolean
  /** How the list travels. */
  readonly encode: (list: readonly unknown[]) => unknown

  constructor(name: string, isText: boolean, encode: (list: readonly unknown[]) => unknown = asIs) {
    this.name = name
    this.isText = isText
    this.encode = encode
  }

  /** The same list, in another form. */
  as(encode: (list: readonly unknown[]) => unknown): Later {
    return new Later(this.name, this.isText, encode)
  }
}

const asIs = (list: readonly unknown[]): unknown => list

/** A list that is known, or the place of one. */
export type Listed<T> = readonly T[] | Later

/** Is there anything in it? A place is made for those alone that are not empty. */
export const hasAny = (list: Listed<unknown>): boolean => list instanceof Later || list.length > 0
