import { PageHeader } from '@hengjuan/ui'
import { CombosPanel, SchoolTabs } from '../features/school/index.ts'
import { ComboScheme } from '../features/setting/index.ts'

/** `/ClassesManager/combos`: how students choose, and what they chose. */
export function SchoolCombosPage() {
  return (
    <>
      <PageHeader
        title="学校管理"
        subtitle="选科在学生页设置：勾选学生后「设选科」，或在添加、修改学生时填写"
      >
        <SchoolTabs />
      </PageHeader>
      <CombosPanel
        renderScheme={(reading, onSaved) => <ComboScheme reading={reading} onSaved={onSaved} />}
      />
    </>
  )
}
