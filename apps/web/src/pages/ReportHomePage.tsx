import { LEADERSHIP_ROLES, SCHOOL_MANAGEMENT_ROLES } from '@hengjuan/domain'
import { PageHeader, Stack } from '@hengjuan/ui'
import { Link, useNavigate } from 'react-router'
import { WhyNot } from '../features/explain/index.ts'
import { RegionExams } from '../features/region/index.ts'
import { ReportLanding } from '../features/report/index.ts'
import { roleOf, useMay, useSession } from '../session/session-store.ts'
import { examAddress } from './exam-address.ts'

const LEADERS = [...LEADERSHIP_ROLES, ...SCHOOL_MANAGEMENT_ROLES, 'grade_director'] as const

/** `/MainPage/reportPage`: where a role's reports begin. @source reports P22 */
export function ReportHomePage() {
  const user = useSession()
  const role = roleOf(user)
  const isRegion = useMay('region.read')
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="报表首页"
        subtitle={
          isRegion ? '辖区的考试、参加学校与确认情况' : '最近发布的考试，和与当前身份有关的结果'
        }
        actions={
          <Link className="bp6-button" to="/MainPage/testReport">
            全部考试
          </Link>
        }
      />
      <Stack>
        {isRegion && <RegionExams onOpen={(exam) => void navigate(examAddress(exam))} />}
        <ReportLanding
          isLeader={isRegion || LEADERS.some((one) => one === role)}
          why={<WhyNot what={['report.read']} />}
        />
      </Stack>
    </>
  )
}
