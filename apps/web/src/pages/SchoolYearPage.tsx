import { filter, PageHeader, Stack, useUrlFilters } from '@hengjuan/ui'
import { PromotionPanel, SchoolTabs, TermsPanel } from '../features/school/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { year: filter.id() }
const NOVEMBER = 10

/** Schools prepare the next year from January on, and may be late until October. */
function usualYear(): number {
  const today = new Date()
  return today.getFullYear() + (today.getMonth() >= NOVEMBER ? 1 : 0)
}

/** `/ClassesManager/year`: terms, and the one press into the next school year. */
export function SchoolYearPage() {
  const { values, set } = useUrlFilters(filters)
  const mayPromote = useMay('people.promote')
  const mayManage = useMay('school.manage')
  const year = values.year ?? usualYear()
  return (
    <>
      <PageHeader title="学校管理" subtitle="学期与升级">
        <SchoolTabs />
      </PageHeader>
      <Stack>
        {mayPromote && <PromotionPanel year={year} onYear={(next) => set({ year: next })} />}
        <TermsPanel year={year} mayManage={mayManage} />
      </Stack>
    </>
  )
}
