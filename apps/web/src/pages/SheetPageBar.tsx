import { HTMLSelect } from '@blueprintjs/core'
import { FilterField, Segmented } from '@hengjuan/ui'
import { NavLink } from 'react-router'
import { useIsInExam } from '../shell/exam/use-exam-workspace.ts'
import css from './exam-pages.module.css'
import type { useSheetOfExam } from './use-sheet-of-exam.ts'

/** Which sheet a page is about: exam, subject, and the ways to its other pages. */
export function SheetPageBar(props: {
  place: ReturnType<typeof useSheetOfExam>
  /** The address names the exam. */
  isExamFixed?: boolean
}) {
  const { place } = props
  const { exam, subject } = place
  const isInExam = useIsInExam()
  const query = exam ? `?exam_id=${exam.exam_id}&subject_id=${subject?.subject_id ?? ''}` : ''
  return (
    <div className={css['sheetBar']}>
      {!props.isExamFixed && !isInExam && (
        <FilterField label="考试">
          <HTMLSelect
            value={place.examId ?? ''}
            onChange={({ currentTarget }) =>
              place.set({ exam_id: Number(currentTarget.value), subject_id: null })
            }
            options={(place.exams ?? []).map((one) => ({ value: one.exam_id, label: one.name }))}
          />
        </FilterField>
      )}
      {exam && subject && !isInExam && (
        <Segmented
          label="科目"
          options={exam.subjects.map(({ subject_id, name }) => ({
            value: subject_id,
            label: name,
          }))}
          value={subject.subject_id}
          onChange={(subject_id) => place.set({ subject_id })}
        />
      )}
      {exam && !isInExam && (
        <nav className={css['sheetLinks']} aria-label="答题卡页面">
          <NavLink
            to={`/MainPage/exam-manage/AffairManage/${exam.exam_id}/answer-sheet-manage?subject_id=${subject?.subject_id ?? ''}`}
          >
            版面
          </NavLink>
          <NavLink
            to={`/MainPage/exam-manage/divideBlock/${exam.exam_id}?subject_id=${subject?.subject_id ?? ''}`}
          >
            题块划分
          </NavLink>
          <NavLink to={`/bindQuestions${query}`}>绑定试题</NavLink>
          <NavLink to={`/changeAnswer${query}`}>答案与规则</NavLink>
          <NavLink to={`/MainPage/exam-manage/paper-question${query}`}>原卷</NavLink>
        </nav>
      )}
    </div>
  )
}
