import { PageHeader, Stack } from '@hengjuan/ui'
import { Link } from 'react-router'
import { AuthorityPanel, SchoolTabs } from '../features/school/index.ts'

/** `/ClassesManager/authority`: what each role sees of what it may see by itself. */
export function SchoolAuthorityPage() {
  return (
    <>
      <PageHeader
        title="学校管理"
        subtitle={
          <>
            一个人能看到什么、为什么，在教师详情的「检查权限」中查看；排名的公布范围在
            <Link to="/ReportSetting">报表设置</Link>中设置
          </>
        }
      >
        <SchoolTabs />
      </PageHeader>
      <Stack>
        <AuthorityPanel />
      </Stack>
    </>
  )
}
