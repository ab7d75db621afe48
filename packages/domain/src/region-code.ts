/** A province, a city in it and a district in that: ids of the state's six-digit code, of those that it names. */
export interface RegionIds {
  provinceId: number
  cityId: number | null
  districtId: number | null
}

/** The last code below a region: 330100 holds 330101 to 330199. */
const SPANS = { 1: 10_000, 2: 100, 3: 1 } as const

export type RegionLevel = keyof typeof SPANS

const CODE = /^[1-9]\d{5}$/

/** What a six-digit code names: 330106 is a district of 330100, which is a city of 330000. Null for no code. */
export function regionIdsOf(code: string): RegionIds | null {
  if (!CODE.test(code)) return null
  const id = Number(code)
  const within = (level: RegionLevel): number => Math.floor(id / SPANS[level]) * SPANS[level]
  return {
    provinceId: within(1),
    cityId: id === within(1) ? null : within(2),
    districtId: id === within(2) ? null : id,
  }
}

export const regionLevelOf = ({ cityId, districtId }: RegionIds): RegionLevel =>
  cityId === null ? 1 : districtId === null ? 2 : 3
