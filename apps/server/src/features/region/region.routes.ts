import { districtExams, districtSchools, sysDistricts } from '@hengjuan/contracts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { selectDistrictExams } from './district-exam.query.ts'
import { selectDistrictSchools } from './district-school.query.ts'
import { selectRegions } from './region-tree.query.ts'

export function registerRegion(target: ServeApp): void {
  serve(target, sysDistricts, async ({ query, services, session }) =>
    selectRegions(services.db, session, { root: query.root, all: query.all === 1 }),
  )

  serve(target, districtSchools, async ({ query, services, session }) => {
    const { page = 1, limit = 20, ...filter } = query
    const range = { limit, offset: (page - 1) * limit }
    const { list, total } = await selectDistrictSchools(services.db, session, filter, range)
    return { list, total, page, page_size: limit }
  })

  serve(target, districtExams, async ({ query, services, session }) => {
    const { page = 1, limit = 20, ...filter } = query
    const range = { limit, offset: (page - 1) * limit }
    const { list, total } = await selectDistrictExams(services.db, session, filter, range)
    return { list, total, page, page_size: limit }
  })
}
