import { ImportIcon } from '@blueprintjs/icons'
import { EmptyState, PageHeader, Panel } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  greetingAt,
  HomeFigures,
  HomeTodos,
  QuickEntrances,
  RecentExams,
} from '../features/home/index.ts'
import { OwnExams } from '../features/score/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { menuIcons } from '../shell/menu-icons.ts'
import { useMenuTree } from '../shell/menu-tree.ts'
import { examAddress } from './exam-address.ts'
import { RegionHome } from './RegionHome.tsx'
import css from './home-page.module.css'

/** `/MainPage/homePage`: who one is here, and where the work is. */
export function HomePage() {
  const user = useSession()
  const mayQueryScores = useMay('student.score')
  const mayImport = useMay('student.manage')
  const menu = useMenuTree()
    .flatMap(({ entries }) => entries)
    .filter(({ item }) => item !== 'home')
    .flatMap(({ item, label, links }) => {
      const Icon = menuIcons[item]
      return links.map(({ to, title }) => ({
        to,
        title,
        group: title === label ? null : label,
        icon: <Icon size={18} />,
      }))
    })
  const entrances = mayImport
    ? [
        ...menu,
        { to: '/MainPage/import', title: '导入名单', group: null, icon: <ImportIcon size={18} /> },
      ]
    : menu
  const readsExams = useMay('exam.read')
  const isRegional = useMay('region.read')
  const [now] = useState(() => new Date())
  const today = now.toLocaleDateString('zh-CN', { month: 'long', day: 'numeric', weekday: 'long' })
  return (
    <div className={css['page']}>
      <PageHeader
        title={`${user.user_name}，${greetingAt(now.getHours())}`}
        subtitle={[today, user.current_role.role_name, user.school_name]
          .filter(Boolean)
          .join(' · ')}
      />
      {isRegional && <RegionHome />}
      {readsExams && !isRegional && (
        <>
          <HomeFigures />
          <div className={css['columns']}>
            <RecentExams
              linkOf={examAddress}
              actions={<Link to="/MainPage/exam-manage/overview">全部考试</Link>}
            />
            <HomeTodos linkOf={taskAddress} />
          </div>
        </>
      )}
      {mayQueryScores ? (
        <OwnExams />
      ) : isRegional && entrances.length === 0 ? null : (
        <Panel title="快捷入口">
          {entrances.length > 0 ? (
            <QuickEntrances entrances={entrances} />
          ) : (
            <EmptyState title="当前身份还没有可用的功能">
              如需使用请联系学校管理员，或在右上角切换身份。
            </EmptyState>
          )}
        </Panel>
      )}
    </div>
  )
}

/** The page on which a task is done. */
function taskAddress(todo: {
  kind: string
  exam_id: number
  subject_id: number | null
  block_id: number | null
}): string | null {
  const { kind, exam_id: examId, subject_id: subjectId, block_id: blockId } = todo
  const exam = `/MainPage/exam-manage/exam-detail/${examId}/subject-exam`
  switch (kind) {
    case 'risk':
      return '/risk-papers'
    case 'marking':
      return `/marking?block_id=${blockId}`
    case 'arbitration':
      return `/MainPage/markPaper/markPage/arbitration-home/arbitration?block_id=${blockId}`
    case 'qualification':
      return `/benchmark?block_id=${blockId}&tab=qualification`
    case 'exceptions':
      return `/MainPage/exam-manage/scan-error-handle/${subjectId}/all/all/0/0?exam_id=${examId}`
    case 'sheet':
      return `/MainPage/exam-manage/AffairManage/${examId}/answer-sheet-manage?subject_id=${subjectId}`
    default:
      return exam
  }
}
