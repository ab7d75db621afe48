import { keepTyped, useTyped } from '../../../../session/typed.ts'

const WAYS = ['return', 'no mark'] as const

const nameOf = (way: (typeof WAYS)[number], unitId: number): string => `${way} ${unitId}`

/** Why a paper is not decided with a score; kept until it is decided, whatever closes the dialog or the page. */
export const useKeptReason = (way: (typeof WAYS)[number], unitId: number) =>
  useTyped(nameOf(way, unitId))

/** What was decided needs no reasons any more. */
export const dropReasons = (unitId: number): void => {
  for (const way of WAYS) keepTyped(nameOf(way, unitId), '')
}
