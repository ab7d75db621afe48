import { PageHeader, Panel } from '@hengjuan/ui'
import { RiskPapers } from '../features/marking/index.ts'
import css from './two-columns.module.css'

/** `/risk-papers`: papers whose words speak of danger to their writer or others. @source domain rules 6.2 */
export function RiskPapersPage() {
  return (
    <div className={css['page']}>
      <PageHeader
        title="情绪或安全风险"
        subtitle="阅卷教师发现的、需要学校立即关心的考生；只有学校管理员可以看到"
      />
      <div className={css['whole']}>
        <Panel flush>
          <RiskPapers />
        </Panel>
      </div>
    </div>
  )
}
