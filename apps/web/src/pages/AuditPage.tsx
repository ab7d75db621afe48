import { PageHeader, Panel } from '@hengjuan/ui'
import { AuditTable } from '../features/audit/index.ts'

/** `/MainPage/audit`: what was done in the school, by whom. */
export function AuditPage() {
  return (
    <>
      <PageHeader title="操作记录" subtitle="本校的登录、修改与导出；点一行查看改前改后" />
      <Panel flush>
        <AuditTable all={false} />
      </Panel>
    </>
  )
}
