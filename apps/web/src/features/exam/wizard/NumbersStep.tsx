import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examCreatePreview } from '@hengjuan/contracts'
import { ErrorState, SimpleTable, SkeletonLines } from '@hengjuan/ui'
import { useDeferredValue } from 'react'
import type { StepProps } from './ExamWizard.tsx'
import css from './wizard.module.css'

const PARTS =
  '{year} 年份后两位、{grade} 年级、{class:2} 班级、{seat:2} 班内序号、{seq:4} 全体序号；冒号后为位数'

export function NumbersStep({ draft, onChange }: StepProps) {
  const rule = useDeferredValue(draft.rule)
  const { grade_id, start_date, class_ids } = draft
  const preview = useRoute(
    examCreatePreview,
    { body: { grade_id, start_date, class_ids, ...(rule.trim() ? { rule } : {}) } },
    { retry: false },
  )
  return (
    <>
      <FormGroup label="考号规则" labelFor="exam-rule" helperText={PARTS}>
        <InputGroup
          id="exam-rule"
          className={css['rule'] ?? ''}
          maxLength={60}
          value={draft.rule}
          onValueChange={(text) => onChange({ rule: text })}
        />
      </FormGroup>
      {preview.error ? (
        <ErrorState error={preview.error} />
      ) : !preview.data ? (
        <SkeletonLines lines={5} />
      ) : (
        <>
          <p className={css['hint']}>
            {preview.data.candidates} 名考生，考号 {preview.data.digits} 位，例如：
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
