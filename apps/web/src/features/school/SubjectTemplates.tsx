import { Button, Dialog, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { subjectAdd, subjectDelete, subjectOrder, subjectTemplates } from '@hengjuan/contracts'
import { QueryView, ReasonButton, sentenceOf, SimpleTable, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import type { SubjectRow } from './SubjectTable.tsx'
import { useRefreshSchool } from './use-school.ts'

const MILLI = 1000

/** Uses the subjects of a template, in its order; what exams have stays. */
export function SubjectTemplates(props: { rows: readonly SubjectRow[]; onClose: () => void }) {
  const { rows, onClose } = props
  const templates = useRoute(subjectTemplates, { query: {} })
  const [chosen, setChosen] = useState('senior-9')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { call } = useCaller()
  const refresh = useRefreshSchool()
  const template = templates.data?.find(({ template_id }) => template_id === chosen)
  const ids = new Set(template?.subjects.map(({ subject_id }) => subject_id))
  const added = rows.filter(({ subject_id, used_here }) => ids.has(subject_id) && !used_here)
  // Subjects that the school made itself are its own affair.
  const dropped = rows.filter(
    ({ subject_id, used_here, fixed, exams }) =>
      used_here && fixed && exams === 0 && !ids.has(subject_id),
  )
  const apply = async () => {
    if (!template) return
    setPending(true)
    setError(null)
    try {
      for (const { name, short_name, stages } of added)
        await call(subjectAdd, { body: { name, short_name: short_name.slice(0, 4), stages } })
      for (const { subject_id } of dropped) await call(subjectDelete, { body: { subject_id } })
      const others = rows
        .filter(
          ({ subject_id, used_here }) =>
            used_here &&
            !ids.has(subject_id) &&
            !dropped.some((one) => one.subject_id === subject_id),
        )
        .map(({ subject_id }) => subject_id)
      await call(subjectOrder, { body: { subject_ids: [...ids, ...others] } })
      toast.done(`已按「${template.name}」设置科目`)
      onClose()
    } catch (failed) {
      setError(failed)
    } finally {
      setPending(false)
      await refresh()
    }
  }
  return (
    <Dialog isOpen title="按模板设置科目" onClose={onClose}>
      <DialogBody>
        <QueryView query={templates}>
          {(list) => (
            <HTMLSelect
              aria-label="模板"
              value={chosen}
              options={list.map(({ template_id, name }) => ({ value: template_id, label: name }))}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
        </QueryView>
        {template && (
          <SimpleTable
            label="模板的科目"
            columns={[
              { key: 'name', title: '科目', render: ({ name }) => name },
              {
                key: 'full',
                title: '常用满分',
                align: 'right',
                render: ({ full_milli }) => full_milli / MILLI,
              },
              {
                key: 'minutes',
                title: '时长（分钟）',
                align: 'right',
                render: ({ minutes }) => minutes,
              },
            ]}
            rows={template.subjects}
            rowKey={({ subject_id }) => subject_id}
          />
        )}
        <p className={css['muted']}>
          {added.length > 0 && `将启用 ${added.map(({ name }) => name).join('、')}。`}
          {dropped.length > 0 && `将停用 ${dropped.map(({ name }) => name).join('、')}。`}
          {added.length + dropped.length === 0 && '科目不变，只按模板排序。'}
          有考试的科目和自建的科目保留。
        </p>
        {error !== null && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={isPending}
              reason={template ? null : '请先选择模板'}
              onClick={() => void apply()}
            >
              启用 {added.length}、停用 {dropped.length} 个科目
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
