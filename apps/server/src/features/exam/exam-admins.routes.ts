import { examAdminPeople, examAdmins, examAdminsSet } from '@hengjuan/contracts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { selectPeople } from './exam-admins.query.ts'
import { examAdminsOf, setExamAdmins } from './exam-admins.ts'

const FOUND_MOST = 20

/** Who may do more in one exam than their role may. @source platform 4.7 */
export function registerExamAdmins(target: ServeApp): void {
  serve(target, examAdmins, ({ found, services }) => examAdminsOf(services.db, found.exam.id))

  serve(target, examAdminsSet, async (call) => {
    await setExamAdmins(call, call.found.exam, call.body)
    return examAdminsOf(call.services.db, call.found.exam.id)
  })

  serve(target, examAdminPeople, ({ found, query, services }) =>
    selectPeople(services.db, found.exam, { keyword: query.keyword ?? '', most: FOUND_MOST }),
  )
}
