import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { subjectList } from '@hengjuan/contracts'
import { PageHeader, Panel, QueryView } from '@hengjuan/ui'
import { useState } from 'react'
import {
  SchoolTabs,
  SchoolTemplates,
  SubjectForm,
  SubjectTable,
  SubjectTemplates,
} from '../features/school/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/ClassesManager/subjects`: what the school teaches, in its order. */
export function SchoolSubjectsPage() {
  const mayManage = useMay('school.manage')
  const subjects = useRoute(subjectList, {})
  const [dialog, setDialog] = useState<'new' | 'template' | 'school' | null>(null)
  const close = () => setDialog(null)
  const used = subjects.data?.filter(({ used_here }) => used_here).length
  return (
    <>
      <PageHeader
        title="学校管理"
        subtitle={used === undefined ? '' : `使用 ${used} 个科目`}
        actions={
          mayManage && (
            <>
              <Button onClick={() => setDialog('school')}>参照其他学校</Button>
              <Button onClick={() => setDialog('template')}>按模板设置</Button>
              <Button intent="primary" onClick={() => setDialog('new')}>
                添加科目
              </Button>
            </>
          )
        }
      >
        <SchoolTabs />
      </PageHeader>
      <Panel flush>
        <QueryView query={subjects}>
          {(rows) => <SubjectTable rows={rows} mayManage={mayManage} />}
        </QueryView>
      </Panel>
      {dialog === 'new' && <SubjectForm onClose={close} />}
      {dialog === 'template' && subjects.data && (
        <SubjectTemplates rows={subjects.data} onClose={close} />
      )}
      {dialog === 'school' && <SchoolTemplates onClose={close} />}
    </>
  )
}
