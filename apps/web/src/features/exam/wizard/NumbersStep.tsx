import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examCreatePreview, examList } from '@hengjuan/contracts'
import { ErrorState, SimpleTable, SkeletonLines } from '@hengjuan/ui'
import { useDeferredValue } from 'react'
import type { StepProps } from './ExamWizard.tsx'
import css from './wizard.module.css'

/** As many as one remembers. */
const NEWEST = 10

const PARTS =
  '{year} 年份后两位、{grade} 年级、{class:2} 班级、{seat:2} 班内序号、{seq:4} 全体序号；冒号后为位数'

export function NumbersStep({ draft, onChange }: StepProps) {
  const rule = useDeferredValue(draft.rule)
  const { grade_id, start_date, class_ids, numbers_from } = draft
  const exams = useRoute(examList, { query: { held: true, grade_id, limit: NEWEST } })
  const before = exams.data?.list.filter(({ candidate_count }) => candidate_count > 0) ?? []
  const preview = useRoute(
    examCreatePreview,
    {
      body: {
        grade_id,
        start_date,
        class_ids,
        ...(rule.trim() ? { rule } : {}),
        ...(numbers_from === undefined ? {} : { numbers_from }),
      },
    },
    { retry: false },
  )
  return (
    <>
      {before.length > 0 && (
        <FormGroup label="考号" labelFor="exam-numbers">
          <HTMLSelect
            id="exam-numbers"
            value={numbers_from ?? ''}
            options={[
              { value: '', label: '按规则编排' },
              ...before.map(({ exam_id, name }) => ({
                value: exam_id,
                label: `沿用「${name}」的考号`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ numbers_from: value === '' ? undefined : Number(value) })
            }
          />
        </FormGroup>
      )}
      {numbers_from === undefined && (
        <FormGroup label="考号规则" labelFor="exam-rule" helperText={PARTS}>
          <InputGroup
            id="exam-rule"
            className={css['rule'] ?? ''}
            maxLength={60}
            value={draft.rule}
            onValueChange={(text) => onChange({ rule: text })}
          />
        </FormGroup>
      )}
      {preview.error ? (
        <ErrorState error={preview.error} />
      ) : !preview.data ? (
        <SkeletonLines lines={5} />
      ) : (
        <>
          <p className={css['hint']}>
            {preview.data.candidates} 名考生，考号 {preview.data.digits} 位
            {numbers_from !== undefined &&
              `（${preview.data.kept} 人沿用，${preview.data.candidates - preview.data.kept} 人新编）`}
            ，例如：
          </p>
          <SimpleTable
            label="考号示例"
            columns={[
              { key: 'class', title: '班级', width: 140, render: (row) => row.class_name },
              { key: 'name', title: '姓名', width: 120, render: (row) => row.name },
              { key: 'no', title: '考号', render: (row) => <code>{row.exam_no}</code> },
            ]}
            rows={preview.data.samples}
            rowKey={({ exam_no }) => exam_no}
            empty="所选班级还没有学生，创建后可以导入考生"
          />
        </>
      )}
    </>
  )
}
