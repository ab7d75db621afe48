import type { Db } from '@hengjuan/db'
import { AppError, type RegionIds, regionIdsOf, regionLevelOf } from '@hengjuan/domain'

/** A region by its code, with the names of it and of those above it. */
export interface RegionPlace {
  ids: RegionIds
  /** From the province down. */
  names: readonly string[]
}

/** Reads `330106=浙江省/杭州市/西湖区`. @throws AppError INPUT_INVALID */
export function readRegion(text: string): RegionPlace {
  const [code = '', path = ''] = text.split('=')
  const ids = regionIdsOf(code.trim())
  const names = path.split('/').map((name) => name.trim())
  if (!ids || names.length !== regionLevelOf(ids) || names.some((name) => name === ''))
    throw new AppError('INPUT_INVALID').withDetails([
      {
        path: 'region',
        message:
          '区域请写成「行政区划代码=名称」，如 330106=浙江省/杭州市/西湖区、330100=浙江省/杭州市',
      },
    ])
  return { ids, names }
}

/** Notes the names of a region and of those above it, where they are not known yet. */
export async function addRegions(db: Db, { ids, names }: RegionPlace): Promise<void> {
  const codes = [ids.provinceId, ids.cityId, ids.districtId].flatMap((id) => id ?? [])
  for (const [index, id] of codes.entries())
    await db
      .insertInto('region')
      .values({
        id,
        parent_id: codes[index - 1] ?? null,
        level: index + 1,
        name: names[index] ?? '',
        sort: id,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

/** Says in which region a school lies. */
export async function placeSchool(db: Db, schoolId: number, place: RegionPlace): Promise<void> {
  await addRegions(db, place)
  await db
    .updateTable('school')
    .set({
      province_id: place.ids.provinceId,
      city_id: place.ids.cityId,
      district_id: place.ids.districtId,
    })
    .where('id', '=', schoolId)
    .execute()
}
