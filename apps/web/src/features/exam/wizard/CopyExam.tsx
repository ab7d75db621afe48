import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examList } from '@hengjuan/contracts'
import { SimpleTable } from '@hengjuan/ui'
import { useState } from 'react'
import { copied, draftDifferences } from './copy-exam.ts'
import type { StepProps } from './ExamWizard.tsx'
import css from './wizard.module.css'

/** As many as one remembers. */
const NEWEST = 20

/** Takes over kind, subjects, ways and times of an exam before; what changes is shown first. @source platform 4.2 */
export function CopyExam({ draft, offered, onChange }: StepProps) {
  const exams = useRoute(examList, { query: { held: true, limit: NEWEST } })
  const [chosen, setChosen] = useState<number | null>(null)
  const list = exams.data?.list.filter(({ scope }) => scope === 'school') ?? []
  if (list.length === 0) return null
  const exam = list.find(({ exam_id }) => exam_id === chosen)
  const next = exam && copied(draft, exam, offered)
  const differences = next ? draftDifferences(draft, next, offered) : []
  return (
    <FormGroup label="复制上一场" labelFor="exam-copy">
      <HTMLSelect
        id="exam-copy"
        value={chosen ?? ''}
        options={[
          { value: '', label: '不复制' },
          ...list.map(({ exam_id, name, start_date }) => ({
            value: exam_id,
            label: `${name}（${start_date}）`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value === '' ? null : Number(value))}
      />
      {exam && next && (
        <div className={css['copy']}>
          {differences.length === 0 ? (
            <p className={css['hint']}>与现在填写的相同。</p>
          ) : (
            <>
              <SimpleTable
                label="复制会改变的内容"
                columns={[
                  { key: 'label', title: '项目', width: 84, render: ({ label }) => label },
                  { key: 'before', title: '现在', render: ({ before }) => before },
                  { key: 'after', title: '复制后', render: ({ after }) => after },
                ]}
                rows={differences}
                rowKey={({ label }) => label}
              />
              <Button
                onClick={() => {
                  onChange(next)
                  setChosen(null)
                }}
              >
                采用这些内容
              </Button>
            </>
          )}
        </div>
      )}
    </FormGroup>
  )
}
