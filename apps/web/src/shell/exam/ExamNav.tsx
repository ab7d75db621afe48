import { Tooltip } from '@blueprintjs/core'
import { ArrowLeftIcon } from '@blueprintjs/icons'
import { EXAM_SECTIONS, type SectionStanding } from '@hengjuan/domain'
import { Link, NavLink } from 'react-router'
import { useMay } from '../../session/session-store.ts'
import { useCurrentPage } from '../current-page.ts'
import { sectionIcons } from '../menu-icons.ts'
import { useNavState } from '../nav-state.ts'
import css from '../main-nav.module.css'
import { sectionOf } from './exam-place.ts'
import { useExamSections, type useWorkspaceExam } from './use-exam-workspace.ts'

const STATE_WORDS = { idle: '未开始', busy: '进行中', warn: '待处理', ok: '已完成' } as const
const STATE_SHAPES = { idle: '', busy: '◔', warn: '!', ok: '✓' } as const
/** A longer number would push the name away. */
const MOST_SHOWN = 999

/** The side bar of an exam: what is in it, how each part stands, and the way back to all exams. */
export function ExamNav(props: NonNullable<ReturnType<typeof useWorkspaceExam>>) {
  const { exam } = props
  const { isCollapsed } = useNavState()
  const readsExams = useMay('exam.read')
  const sections = useExamSections(props)
  const path = useCurrentPage()?.path ?? ''
  const lit = sectionOf(path)
  return (
    <>
      {readsExams && (
        <Link className={css['back']} to="/MainPage/exam-manage/overview" title="返回全部考试">
          <ArrowLeftIcon /> <span className={css['label']}>全部考试</span>
        </Link>
      )}
      {!isCollapsed && (
        <p className={css['exam']} title={exam.name}>
          {exam.name}
        </p>
      )}
      {sections.map(({ section, links, standing }) => {
        const [first] = links
        if (!first) return null
        const Icon = sectionIcons[section]
        const isLit = section === lit
        return (
          <div key={section}>
            <Tooltip
              content={EXAM_SECTIONS[section]}
              placement="right"
              disabled={!isCollapsed}
              fill
            >
              <Link
                to={first.to}
                className={css['entry']}
                data-lit={isLit || undefined}
                aria-current={isLit ? 'page' : undefined}
              >
                <Icon className={css['icon']} />
                <span className={css['label']}>{EXAM_SECTIONS[section]}</span>
                {standing && <Mark standing={standing} />}
              </Link>
            </Tooltip>
            {isLit && links.length > 1 && !isCollapsed && (
              <div className={css['links']}>
                {links.map(({ path: own, to, label }) => (
                  <NavLink
                    key={own}
                    to={to}
                    className={css['link']}
                    aria-current={own === path ? 'page' : undefined}
                  >
                    {label}
                  </NavLink>
                ))}
              </div>
            )}
          </div>
        )
      })}
    </>
  )
}

/** How a part stands: a number while things are open, else a shape; in words for who does not see it. */
function Mark({ standing: { state, open } }: { standing: SectionStanding }) {
  const shown = open > MOST_SHOWN ? `${MOST_SHOWN}+` : open
  return (
    <span
      className={css['mark']}
      data-state={state}
      data-counts={open > 0 || undefined}
      title={open > 0 ? `${open} 项${STATE_WORDS[state]}` : STATE_WORDS[state]}
    >
      {open > 0 ? shown : STATE_SHAPES[state]}
    </span>
  )
}
