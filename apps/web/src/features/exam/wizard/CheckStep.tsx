import { EXAM_MODES, EXAM_TYPES, type ExamMode, formatMilli, subjectName } from '@hengjuan/domain'
import { DescriptionList } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { type ExamDraft, fullOfSubject, IMPORT, modeOfSubject, suggestedName } from './draft.ts'
import { Electives } from './Electives.tsx'
import type { StepProps } from './ExamWizard.tsx'
import { sessionText } from './SessionFields.tsx'
import css from './wizard.module.css'

const timeOf = ({ sessions = [] }: ExamDraft, subjectId: number): string => {
  const session = sessions.find(({ subject_id }) => subject_id === subjectId)
  return session ? `，${sessionText(session)}` : ''
}

export function CheckStep({ draft, offered }: StepProps) {
  const { grades, classes, subjects } = offered
  const chosen = classes.filter(({ class_id }) => draft.class_ids.includes(class_id))
  const students = chosen.reduce((sum, { student_count }) => sum + student_count, 0)
  const schools = (offered.schools ?? []).filter(({ school_id }) =>
    draft.joint_schools?.includes(school_id),
  )
  return (
    <>
      <DescriptionList
        items={[
          ['名称', draft.name.trim() || suggestedName(draft, grades)],
          [
            '年级与类型',
            `${grades.find(({ grade_id }) => grade_id === draft.grade_id)?.name ?? ''} · ${EXAM_TYPES[draft.type as keyof typeof EXAM_TYPES] ?? ''} · ${draft.start_date}`,
          ],
          [
            '科目',
            <ul key="subjects" className={css['checked']}>
              {subjects
                .filter(({ subject_id }) => draft.subject_ids.includes(subject_id))
                .map(({ subject_id: id, name }) => (
                  <li key={id}>
                    {subjectName(id, draft.grade_id, { [id]: name })}{' '}
                    <small>
                      {EXAM_MODES[modeOfSubject(draft, id) as ExamMode]}
                      {modeOfSubject(draft, id) === IMPORT &&
                        `，满分 ${formatMilli(fullOfSubject(draft, id))}`}
                      {timeOf(draft, id)}
                    </small>
                  </li>
                ))}
            </ul>,
          ],
          ...(draft.joint_schools
            ? ([
                ['学校', `${schools.map(({ name }) => name).join('、')}（${schools.length} 所）`],
                ['参加学校之间', draft.peer_names === 'shown' ? '显示校名' : '不显示校名'],
              ] as [string, string][])
            : ([
                [
                  '班级',
                  `${chosen.map(({ name }) => name).join('、')}（${chosen.length} 个班，${students} 名学生）`,
                ],
                draft.numbers_from === undefined
                  ? ['考号规则', <code key="rule">{draft.rule}</code>]
                  : ['考号', '沿用此前考试的考号，新增的学生接着编'],
              ] as [string, ReactNode][])),
        ]}
      />
      {!draft.joint_schools && <Electives draft={draft} offered={offered} />}
      <p className={css['hint']}>
        创建后名称、日期、科目和{draft.joint_schools ? '考生名单' : '班级'}
        仍可以修改；有答题卡扫描或导入成绩的科目不能移除。
      </p>
    </>
  )
}
