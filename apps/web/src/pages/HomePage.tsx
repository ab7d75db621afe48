import { type Permission } from '@hengjuan/domain'
import { EmptyState, PageHeader } from '@hengjuan/ui'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  ComparedExams,
  ExamCards,
  greetingAt,
  type HomePart,
  homeParts,
  HomeTodos,
  LatestResults,
  type ResultPage,
  ScanningWork,
} from '../features/home/index.ts'
import { OwnPadExams } from '../features/pad/index.ts'
import { reportAddress } from '../features/report/index.ts'
import { handlePath } from '../features/scan/index.ts'
import { NewestScore } from '../features/score/index.ts'
import { mayIn } from '../session/exam-grants.ts'
import { roleOf, useMay, useSession } from '../session/session-store.ts'
import { sectionLinks } from '../shell/exam/exam-place.ts'
import { unlistedLinks } from '../shell/menu-tree.ts'
import { usePages } from '../shell/page.ts'
import { examAddress } from './exam-address.ts'
import { HomeFirstSteps } from './HomeFirstSteps.tsx'
import { RegionHome } from './RegionHome.tsx'
import { taskAddress } from './task-address.ts'
import css from './home-page.module.css'

/** Only who marks loads it. */
const NextTask = lazy<ComponentType<{ isMain: boolean }>>(() =>
  import('../features/marking/marking-desk/tasks/NextTask.tsx').then((m) => ({
    default: m.NextTask,
  })),
)

const reportLink = (page: ResultPage, examId: number, subjectId?: number): string =>
  reportAddress(page, {
    exam_id: examId,
    ...(subjectId === undefined ? {} : { subject_id: subjectId }),
  })

const allExams = <Link to="/MainPage/exam-manage/overview">全部考试</Link>
const allReports = <Link to="/MainPage/testReport">全部报表</Link>

/** `/MainPage/homePage`: what the current role looks at first, and where its work is. */
export function HomePage() {
  const user = useSession()
  const role = roleOf(user)
  const mayCreate = useMay('exam.manage')
  const mayImport = useMay('student.manage')
  const parts = role === null ? [] : homeParts(role, user.exam_grants.length > 0)
  const [now] = useState(() => new Date())
  const today = now.toLocaleDateString('zh-CN', { month: 'long', day: 'numeric', weekday: 'long' })
  return (
    <div className={css['page']}>
      <PageHeader
        title={`${user.user_name}，${greetingAt(now.getHours())}`}
        subtitle={[today, user.current_role.role_name, user.school_name]
          .filter(Boolean)
          .join(' · ')}
        actions={
          (mayCreate || mayImport) && (
            <>
              {mayImport && (
                <Link className="bp6-button" to="/MainPage/import">
                  导入名单
                </Link>
              )}
              {mayCreate && (
                <Link className="bp6-button" to="/MainPage/exam-manage/create-exam">
                  新建考试
                </Link>
              )}
            </>
          )
        }
      />
      {role === null ? (
        <EmptyState title="当前身份还没有可用的功能">
          如需使用请联系学校管理员，或在右上角切换身份。
        </EmptyState>
      ) : (
        parts.map((part) => <Part key={part} part={part} parts={parts} />)
      )}
      <Unlisted />
    </div>
  )
}

function Part({ part, parts }: { part: HomePart; parts: readonly HomePart[] }): ReactNode {
  const user = useSession()
  const pages = usePages()
  const mayCreate = useMay('exam.manage')
  switch (part) {
    case 'ownScores':
      return (
        <>
          <OwnPadExams />
          <NewestScore />
        </>
      )
    case 'firstSteps':
      return <HomeFirstSteps />
    case 'exams':
      return (
        <ExamCards
          schoolId={user.school_id ?? 0}
          linkOf={examAddress}
          addressOf={(exam, section, subjectId, path) => {
            const place = { examId: exam.exam_id, subjectId }
            const links = sectionLinks(pages, user, exam, place).find(
              (one) => one.section === section,
            )?.links
            return (links?.find((one) => one.path === path) ?? links?.[0])?.to ?? null
          }}
          may={(permission: Permission, examId: number) =>
            mayIn(user, permission, { examId, subjectId: null })
          }
          actions={allExams}
          empty={
            mayCreate ? '新建考试后，可以在这里看到它的进度和要做的事。' : '新的考试会出现在这里。'
          }
        />
      )
    case 'results':
      return <LatestResults linkOf={reportLink} />
    case 'compared':
      return <ComparedExams linkOf={reportLink} actions={allReports} />
    case 'marking':
      return (
        <Suspense fallback={null}>
          <NextTask isMain={parts[0] === 'marking'} />
        </Suspense>
      )
    case 'scanning':
      return (
        <ScanningWork
          scanOf={(examId, subjectId) =>
            `/MainPage/exam-manage/exam-detail/${examId}/scan?subject_id=${subjectId}`
          }
          exceptionsOf={handlePath}
        />
      )
    case 'region':
      return <RegionHome />
    case 'todos':
      return (
        <HomeTodos
          linkOf={taskAddress}
          without={[
            ...(parts.includes('marking') ? ['marking'] : []),
            ...(parts.includes('scanning') ? ['exceptions'] : []),
          ]}
        />
      )
  }
}

/** Pages that the role may open and that its menu does not name. */
function Unlisted() {
  const links = unlistedLinks(usePages(), useSession())
  if (links.length === 0) return null
  return (
    <nav className={css['more']} aria-label="更多页面">
      更多：
      {links.map(({ to, title }) => (
        <Link key={to} to={to}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
